// 6 nimmt!: counts the cards that it has not seen, and lays the card that they harm least.
//
// A card is sure to fit if fewer unseen cards could come between it and its row than the row has
// places left. So the bot lays the card with the fewest of these for each place; one that has to
// take a row comes last.
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

public class Bot {
    private static final int CARDS = 104;
    private static final int FULL = 5;
    private static final double COSTLY = 1000; // more than there are cards

    int choose(JsonObject turn) {
        JsonArray legal = turn.getAsJsonArray("legal");
        // Rows and sides come with the best first.
        if (!ofGame(legal.get(0)).has("card")) return 0;
        JsonObject view = ofGame(turn.get("view"));
        boolean[] seen = seen(view);
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int index = 0; index < legal.size(); index++) {
            int card = ofGame(legal.get(index)).get("card").getAsInt();
            double risk = risk(card, list(view, "rows"), seen);
            if (risk < least) {
                least = risk;
                best = index;
            }
        }
        return best;
    }

    /** The cards that nobody can lay any more: the own hand, the rows, and all that was laid. */
    private static boolean[] seen(JsonObject view) {
        boolean[] seen = new boolean[CARDS + 1];
        for (JsonElement card : list(view, "hand")) seen[card.getAsInt()] = true;
        for (String name : List.of("rows", "piles", "tricks"))
            for (JsonElement some : list(view, name))
                for (JsonElement card : list(some, "cards")) seen[card.getAsInt()] = true;
        return seen;
    }

    /** How many unseen cards there are for each place between a card and its row. */
    private static double risk(int card, JsonArray rows, boolean[] seen) {
        int end = 0;
        int places = 0;
        for (JsonElement row : rows) {
            JsonArray cards = list(row, "cards");
            int last = cards.get(cards.size() - 1).getAsInt();
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

    private static JsonObject ofGame(JsonElement message) {
        return message.getAsJsonObject().getAsJsonObject("sixNimmt");
    }

    /** A list of a message, from which an empty one is left out. */
    private static JsonArray list(JsonElement message, String name) {
        JsonArray found = message.getAsJsonObject().getAsJsonArray(name);
        return found == null ? new JsonArray() : found;
    }

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        System.out.println("{\"join\": {\"revision\": 1}}");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            JsonObject turn = JsonParser.parseString(line).getAsJsonObject().getAsJsonObject("turn");
            if (turn == null) continue;
            System.out.printf(
                "{\"choice\": {\"turn\": %d, \"index\": %d}}%n",
                turn.get("number").getAsLong(), bot.choose(turn));
        }
    }
}
