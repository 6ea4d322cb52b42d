import static java.nio.file.StandardOpenOption.*;

import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.regex.*;

/**
 * Keeps a company's candidates in the folder candidates, a file for each: ID.txt, with the name and the status.
 *   BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... java Follow.java
 * A file is written when a person applies or has another status, and removed when the person is erased. The board answers
 * as soon as that happens, and each 20 seconds. If it cannot wait, the program asks it each 60 seconds. With
 * POLL_SECONDS=0, for cron, the program ends when there is no more. Killed and started again, it goes on where it was.
 * Run one at a time in a folder.
 */
class Follow {
    public static void main(String[] args) throws Exception {
        Map<String, String> env = System.getenv();
        int pollSeconds = Integer.parseInt(env.getOrDefault("POLL_SECONDS", "60"));
        Path folder = Files.createDirectories(Path.of("candidates")), cursor = Path.of("cursor");
        String since = Files.exists(cursor) ? Files.readString(cursor) : "1970-01-01";
        HttpClient board = HttpClient.newHttpClient(); // It follows no redirect, which would take the key elsewhere.
        while (true) {
            String query = "changes=true&synced=true&pageSize=100&wait=" + Math.min(pollSeconds, 20) + "&since=" + since;
            URI address = URI.create(env.get("BOARDWALK_URL") + "/candidates?" + query);
            var request = HttpRequest.newBuilder(address).header("x-api-key", env.get("BOARDWALK_API_KEY")).build();
            Collection<?> page = List.of();
            String problem = "", through = "";
            int status = 0, pauseSeconds = pollSeconds;
            try {
                var answer = board.sendAsync(request, HttpResponse.BodyHandlers.ofString()).get(60, TimeUnit.SECONDS);
                status = answer.statusCode();
                if (status != 200) {
                    problem = status + ": " + answer.body();
                    String retryAfter = answer.headers().firstValue("Retry-After").orElse("");
                    if (retryAfter.matches("[1-9]\\d{0,4}")) pauseSeconds = Integer.parseInt(retryAfter);
                } else {
                    through = answer.headers().firstValue("x-synced-through").orElseThrow();
                    double waited = Double.parseDouble(answer.headers().firstValue("x-waited").orElse("0"));
                    page = ((Map<?, ?>) ((Map<?, ?>) read(TOKEN.matcher(answer.body()))).get("candidates")).values();
                    // The next page may have more, or the board waits again.
                    if (!page.isEmpty() || waited >= 1) pauseSeconds = 0;
                }
            } catch (Exception error) {
                problem = error.toString(); // No connection, or the answer was cut off or is no page.
            }
            var erased = new StringJoiner(",");
            for (Object one : page) { // Or call your system. A change that comes twice must be no harm.
                Map<?, ?> of = (Map<?, ?>) one;
                Path file = folder.resolve(of.get("id") + ".txt");
                String text = of.get("firstName") + " " + of.get("lastName") + "\t" + of.get("status") + "\n";
                if (!of.get("erasedAt").equals("null")) {
                    Files.deleteIfExists(file);
                    erased.add("{\"id\":\"" + of.get("id") + "\",\"erased\":true}");
                } else Files.writeString(file, text, CREATE, TRUNCATE_EXISTING, WRITE, SYNC);
            }
            if (erased.length() > 0) try { // Tells the board who is erased here. The next poll brings them again if it fails.
                var body = HttpRequest.BodyPublishers.ofString("{\"candidates\":[" + erased + "]}");
                var confirmation = HttpRequest.newBuilder(URI.create(env.get("BOARDWALK_URL") + "/candidates")).PUT(body)
                    .header("x-api-key", env.get("BOARDWALK_API_KEY")).header("Content-Type", "application/json").build();
                var answer = board.sendAsync(confirmation, HttpResponse.BodyHandlers.ofString()).get(60, TimeUnit.SECONDS);
                status = answer.statusCode();
                if (status != 200 || !answer.body().contains("\"results\":[")) throw new Exception(status + ": " + answer.body());
            } catch (Exception error) {
                problem = "Erasures not confirmed: " + error;
                page = List.of();
                pauseSeconds = Math.max(pollSeconds, 1);
            }
            if (!page.isEmpty()) { // Not before the changes are on the disk.
                Files.writeString(Path.of("cursor.new"), through, CREATE, TRUNCATE_EXISTING, WRITE, SYNC);
                Files.move(Path.of("cursor.new"), cursor, StandardCopyOption.ATOMIC_MOVE);
                since = through;
            }
            if (!problem.isEmpty()) System.err.println(problem);
            boolean isRefused = status / 100 == 4 && status != 429;
            if (isRefused || pollSeconds == 0 && page.isEmpty()) System.exit(problem.isEmpty() ? 0 : 1);
            Thread.sleep(pauseSeconds * 1000L);
        }
    }

    static final Pattern TOKEN = Pattern.compile("\\G[\\s:,]*+([{}\\[\\]]|true|false|null|-?\\d[\\d.eE+-]*+"
        + "|\"(?:[^\"\\\\]|\\\\[\"\\\\/bfnrt]|\\\\u\\p{XDigit}{4})*+\")");
    static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(....)|(.))");

    /** Reads JSON, for which Java has no parser: an object as a map, an array as a map by position, the rest as text. */
    static Object read(Matcher json) {
        if (!json.find()) throw new IllegalArgumentException("The answer is cut off or no JSON");
        String token = json.group(1);
        if (token.startsWith("\"")) return ESCAPE.matcher(token.substring(1, token.length() - 1)).replaceAll(escape ->
            Matcher.quoteReplacement(Character.toString(escape.group(1) != null ? Integer.parseInt(escape.group(1), 16)
                : "\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(escape.group(2))))));
        if (token.equals("}") || token.equals("]")) return token.charAt(0);
        if (!token.equals("{") && !token.equals("[")) return token;
        var members = new LinkedHashMap<Object, Object>();
        char end = token.equals("{") ? '}' : ']';
        for (Object next = read(json); !next.equals(end); next = read(json))
            members.put(end == '}' ? next : members.size(), end == '}' ? read(json) : next);
        return members;
    }
}
