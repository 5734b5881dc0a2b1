// 6 nimmt!: lays any legal move so far; `choose` is the place to think.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;

public class Bot {
    private Random luck = new Random();

    /** A game begins. Luck that comes from its seed is the same when the game is played again. */
    void start(Json game) {
        luck = new Random(game.get("seed").text().hashCode());
    }

    /**
     * Returns the place of a move in turn.get("legal"), from 0 on.
     * turn.get("view").get("sixNimmt") is what the seat knows; what is 0, false or empty is left
     * out of it, and Json reads it as that.
     */
    int choose(Json turn) {
        return luck.nextInt(turn.get("legal").size());
    }

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        System.out.println("{\"join\": {\"revision\": 1}}");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            Json message = Json.parse(line);
            if (message.has("start")) bot.start(message.get("start"));
            if (message.has("turn")) {
                Json turn = message.get("turn");
                System.out.printf(
                    "{\"choice\": {\"turn\": %d, \"index\": %d}}%n",
                    turn.get("number").number(), bot.choose(turn));
            }
        }
    }
}
