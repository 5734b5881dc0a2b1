// 6 nimmt!: lays any legal move so far; `choose` is the place to think.
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;

public class Bot {
    private Random luck = new Random();

    /** A game begins. Luck that comes from its seed is the same when the game is played again. */
    void start(JsonObject game) {
        luck = new Random(game.get("seed").getAsString().hashCode());
    }

    /**
     * Returns the place of a move in the array "legal" of the turn, from 0 on.
     * The object "sixNimmt" of its "view" is what the seat knows; what is 0, false or empty is left
     * out of it.
     */
    int choose(JsonObject turn) {
        return luck.nextInt(turn.getAsJsonArray("legal").size());
    }

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        System.out.println("{\"join\": {\"revision\": 1}}");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            JsonObject message = JsonParser.parseString(line).getAsJsonObject();
            if (message.has("start")) bot.start(message.getAsJsonObject("start"));
            if (message.has("turn")) {
                JsonObject turn = message.getAsJsonObject("turn");
                System.out.printf(
                    "{\"choice\": {\"turn\": %d, \"index\": %d}}%n",
                    turn.get("number").getAsLong(), bot.choose(turn));
            }
        }
    }
}
