// 6 nimmt!: lays any legal move so far; `choose` is the place to think.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
)

type start struct {
	Seed string `json:"seed"`
}

// What is 0, false or empty is left out of a message.
type turn struct {
	Number int               `json:"number"`
	View   json.RawMessage   `json:"view"` // what the seat knows, under the name sixNimmt
	Legal  []json.RawMessage `json:"legal"`
}

type message struct {
	Start *start `json:"start"`
	Turn  *turn  `json:"turn"`
}

var luck = rand.New(rand.NewSource(0))

// A game begins. Luck that comes from its seed is the same when the game is played again.
func begin(game *start) {
	sum := fnv.New64a()
	sum.Write([]byte(game.Seed))
	luck = rand.New(rand.NewSource(int64(sum.Sum64())))
}

// choose returns the place of a move in asked.Legal, from 0 on.
func choose(asked *turn) int {
	return luck.Intn(len(asked.Legal))
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<20)
	fmt.Println(`{"join": {"revision": 1}}`)
	for in.Scan() {
		var heard message
		if err := json.Unmarshal(in.Bytes(), &heard); err != nil {
			panic(err)
		}
		if heard.Start != nil {
			begin(heard.Start)
		}
		if heard.Turn != nil {
			fmt.Printf("{\"choice\": {\"turn\": %d, \"index\": %d}}\n", heard.Turn.Number, choose(heard.Turn))
		}
	}
}
