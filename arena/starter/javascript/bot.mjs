/** Takes the move that looks best. */

import { Bot, run } from "arena-sdk";

/** @import { Move, Turn } from "arena-sdk" */

/** @extends {Bot<"six_nimmt">} */
class MyBot extends Bot {
  /**
   * Return one of turn.legal; turn.view is what the seat knows, turn.timeLeft its time in seconds.
   *
   * @param {Turn<"six_nimmt">} turn
   */
  choose(turn) {
    const worths = turn.legal.map((move) => this.worth(turn, move));
    return turn.legal[worths.indexOf(Math.max(...worths))];
  }

  /**
   * Say how good a move is. This is the place to think: so far it is a matter of luck.
   *
   * @param {Turn<"six_nimmt">} turn
   * @param {Move<"six_nimmt">} move
   */
  worth(turn, move) {
    return this.rng.random();
  }
}

run(MyBot);
