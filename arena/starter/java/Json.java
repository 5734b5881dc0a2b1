import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value, read only. What is not there reads as 0, false, "" or empty. */
public final class Json implements Iterable<Json> {
    private static final Json NOTHING = new Json(null);

    /** A Map of names, a List, a String for texts and numbers alike, a Boolean, or null. */
    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    public static Json parse(String text) {
        return new Reader(text).whole();
    }

    public boolean has(String name) {
        return value instanceof Map<?, ?> names && names.containsKey(name);
    }

    public Json get(String name) {
        return value instanceof Map<?, ?> names && names.get(name) instanceof Json found
            ? found : NOTHING;
    }

    public Json get(int index) {
        return list().get(index);
    }

    public int size() {
        return list().size();
    }

    @Override
    public Iterator<Json> iterator() {
        return list().iterator();
    }

    /** The number, also one that is written as a text, as 64-bit integers are. */
    public long number() {
        return value instanceof String said ? (long) Double.parseDouble(said) : 0;
    }

    public boolean truth() {
        return value instanceof Boolean said && said;
    }

    public String text() {
        return value instanceof String said ? said : "";
    }

    @SuppressWarnings("unchecked")
    private List<Json> list() {
        return value instanceof List<?> found ? (List<Json>) found : List.of();
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Json whole() {
            Json read = value();
            if (next() != 0) throw wrong();
            return read;
        }

        private Json value() {
            return switch (next()) {
                case '{' -> new Json(names());
                case '[' -> new Json(list());
                case '"' -> new Json(string());
                default -> new Json(word());
            };
        }

        private Map<String, Json> names() {
            Map<String, Json> read = new LinkedHashMap<>();
            at++;
            while (next() != '}') {
                if (!read.isEmpty()) skip(',');
                next();
                String name = string();
                skip(':');
                read.put(name, value());
            }
            at++;
            return read;
        }

        private List<Json> list() {
            List<Json> read = new ArrayList<>();
            at++;
            while (next() != ']') {
                if (!read.isEmpty()) skip(',');
                read.add(value());
            }
            at++;
            return read;
        }

        private String string() {
            var read = new StringBuilder();
            skip('"');
            for (char letter; (letter = here()) != '"'; at++) {
                if (letter == 0) throw wrong();
                read.append(letter == '\\' ? escaped() : letter);
            }
            at++;
            return read.toString();
        }

        private char escaped() {
            at++;
            switch (here()) {
                case 'n': return '\n';
                case 't': return '\t';
                case 'r': return '\r';
                case 'b': return '\b';
                case 'f': return '\f';
                case 'u':
                    at += 4;
                    return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
                default: return here();
            }
        }

        private Object word() {
            int start = at;
            while (here() != 0 && ",]} \t".indexOf(here()) < 0) at++;
            if (at == start) throw wrong();
            String word = text.substring(start, at);
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> word;
            };
        }

        private void skip(char wanted) {
            if (next() != wanted) throw wrong();
            at++;
        }

        /** The next character that is no space, or 0 at the end. */
        private char next() {
            while (here() != 0 && Character.isWhitespace(here())) at++;
            return here();
        }

        private char here() {
            return at < text.length() ? text.charAt(at) : 0;
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("no JSON at letter " + at + ": " + text);
        }
    }
}
