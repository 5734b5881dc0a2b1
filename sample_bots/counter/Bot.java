// 6 nimmt!: counts the cards that it has not seen, and lays the card that they harm least.
//
// A card is sure to fit if fewer unseen cards could come between it and its row than the row has
// places left. So the bot lays the card with the fewest of these for each place; one that has to
// take a row comes last.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

public class Bot {
    private static final int CARDS = 104;
    private static final int FULL = 5;
    private static final double COSTLY = 1000; // more than there are cards

    int choose(Json turn) {
        Json legal = turn.get("legal");
        // Rows and sides come with the best first.
        if (!legal.get(0).get("sixNimmt").has("card")) return 0;
        Json view = turn.get("view").get("sixNimmt");
        boolean[] seen = seen(view);
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int index = 0; index < legal.size(); index++) {
            int card = (int) legal.get(index).get("sixNimmt").get("card").number();
            double risk = risk(card, view.get("rows"), seen);
            if (risk < least) {
                least = risk;
                best = index;
            }
        }
        return best;
    }

    /** The cards that nobody can lay any more: the own hand, the rows, and all that was laid. */
    private static boolean[] seen(Json view) {
        boolean[] seen = new boolean[CARDS + 1];
        for (Json card : view.get("hand")) seen[(int) card.number()] = true;
        for (String name : List.of("rows", "piles", "tricks"))
            for (Json some : view.get(name))
                for (Json card : some.get("cards")) seen[(int) card.number()] = true;
        return seen;
    }

    /** How many unseen cards there are for each place between a card and its row. */
    private static double risk(int card, Json rows, boolean[] seen) {
        int end = 0;
        int places = 0;
        for (Json row : rows) {
            Json cards = row.get("cards");
            int last = (int) cards.get(cards.size() - 1).number();
            if (last < card && last > end) {
                end = last;
                places = FULL - cards.size();
            }
        }
        if (places == 0) return COSTLY - card;
        int between = 0;
        for (int other = end + 1; other < card; other++) if (!seen[other]) between++;
        return (double) between / places;
    }

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        System.out.println("{\"join\": {\"revision\": 1}}");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            Json message = Json.parse(line);
            if (!message.has("turn")) continue;
            Json turn = message.get("turn");
            System.out.printf(
                "{\"choice\": {\"turn\": %d, \"index\": %d}}%n",
                turn.get("number").number(), bot.choose(turn));
        }
    }
}
