// 6 nimmt!: lays any legal move so far; `choose` is the place to think.
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

using nlohmann::json;

class Bot {
public:
    // A game begins. Luck that comes from its seed is the same when the game is played again.
    void start(const json& game) {
        const std::string seed = game["seed"];
        std::seed_seq words(seed.begin(), seed.end());
        luck.seed(words);
    }

    // Returns the place of a move in turn["legal"], from 0 on.
    // turn["view"]["sixNimmt"] is what the seat knows; what is 0, false or empty is left out.
    std::size_t choose(const json& turn) {
        std::uniform_int_distribution<std::size_t> any(0, turn["legal"].size() - 1);
        return any(luck);
    }

private:
    std::mt19937 luck;
};

void say(const json& message) { std::cout << message.dump() << std::endl; }

int main() {
    Bot bot;
    say({{"join", {{"revision", 1}}}});
    for (std::string line; std::getline(std::cin, line);) {
        const json message = json::parse(line);
        if (message.contains("start")) bot.start(message["start"]);
        if (message.contains("turn")) {
            const json& turn = message["turn"];
            say({{"choice", {{"turn", turn["number"]}, {"index", bot.choose(turn)}}}});
        }
    }
}
