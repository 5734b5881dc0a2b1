// 6 nimmt!: lays the card that lies nearest above the end of a row that still has room.
//
// Between such a card and its row few cards fit that others could lay first. A card that would take
// a row is worth a try only if there is no other: then the one that costs the fewest heads.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using nlohmann::json;
using Cards = std::vector<int>;

constexpr std::size_t FULL = 5;
constexpr int COSTLY = 1000;  // more than any distance

int heads_of(int card) {
    if (card == 55) return 7;
    if (card % 11 == 0) return 5;
    if (card % 10 == 0) return 3;
    return card % 5 == 0 ? 2 : 1;
}

int heads_of(const Cards& row) {
    int heads = 0;
    for (int card : row) heads += heads_of(card);
    return heads;
}

// How bad it is to lay a card: its distance from its row, or far more if it has to take one.
int badness(int card, const std::vector<Cards>& rows) {
    const Cards* fits = nullptr;
    int cheapest = COSTLY;
    for (const Cards& row : rows) {
        cheapest = std::min(cheapest, heads_of(row));
        if (row.back() < card && (!fits || row.back() > fits->back())) fits = &row;
    }
    if (!fits) return COSTLY + cheapest;
    return fits->size() < FULL ? card - fits->back() : COSTLY + heads_of(*fits);
}

std::size_t choose(const json& turn) {
    const json& legal = turn["legal"];
    // Rows and sides come with the best first.
    if (!legal[0]["sixNimmt"].contains("card")) return 0;
    std::vector<Cards> rows;
    for (const json& row : turn["view"]["sixNimmt"]["rows"]) rows.push_back(row["cards"]);
    std::vector<int> worth;
    for (const json& move : legal) worth.push_back(badness(move["sixNimmt"]["card"], rows));
    return std::min_element(worth.begin(), worth.end()) - worth.begin();
}

void say(const json& message) { std::cout << message.dump() << std::endl; }

int main() {
    say({{"join", {{"revision", 1}}}});
    for (std::string line; std::getline(std::cin, line);) {
        const json message = json::parse(line);
        if (!message.contains("turn")) continue;
        const json& turn = message["turn"];
        say({{"choice", {{"turn", turn["number"]}, {"index", choose(turn)}}}});
    }
}
