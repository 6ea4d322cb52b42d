import static java.nio.file.StandardOpenOption.*;

import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.regex.*;

/**
 * Appends the id and name of each new candidate to candidates.tsv. Killed and started again, it goes on where it was.
 *   BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... java Follow.java
 * It polls every 60 seconds; with POLL_SECONDS=0, for cron, it ends when nobody is new. Run one at a time in a folder.
 */
class Follow {
    public static void main(String[] args) throws Exception {
        Map<String, String> env = System.getenv();
        int pollSeconds = Integer.parseInt(env.getOrDefault("POLL_SECONDS", "60"));
        Files.writeString(Path.of("cursor"), "", CREATE, APPEND); // Creates the file the first time.
        String since = Files.readString(Path.of("cursor")).replaceFirst("^$", "1970-01-01");
        HttpClient board = HttpClient.newHttpClient(); // It follows no redirect, which would take the key elsewhere.
        while (true) {
            URI address = URI.create(env.get("BOARDWALK_URL") + "/candidates?pageSize=100&since=" + since);
            var request = HttpRequest.newBuilder(address).header("x-api-key", env.get("BOARDWALK_API_KEY")).build();
            Collection<?> page = List.of();
            String problem = "", retryAfter = "";
            int status = 0;
            try {
                var answer = board.sendAsync(request, HttpResponse.BodyHandlers.ofString()).get(60, TimeUnit.SECONDS);
                status = answer.statusCode();
                retryAfter = answer.headers().firstValue("Retry-After").orElse("");
                if (status != 200) problem = status + ": " + answer.body();
                else page = ((Map<?, ?>) ((Map<?, ?>) read(TOKEN.matcher(answer.body()))).get("candidates")).values();
            } catch (Exception error) {
                problem = error.toString(); // No connection, or the answer was cut off or is no page.
            }
            for (Object one : page) {
                Map<?, ?> of = (Map<?, ?>) one;
                String line = of.get("id") + "\t" + of.get("firstName") + " " + of.get("lastName") + "\n";
                Files.writeString(Path.of("candidates.tsv"), line, CREATE, APPEND, SYNC); // Or call your system.
                since = (String) of.get("date");
                Files.writeString(Path.of("cursor.new"), since, CREATE, TRUNCATE_EXISTING, WRITE, SYNC);
                Files.move(Path.of("cursor.new"), Path.of("cursor"), StandardCopyOption.ATOMIC_MOVE);
            }
            if (!problem.isEmpty()) System.err.println(problem);
            boolean isRefused = status / 100 == 4 && status != 429;
            if (isRefused || pollSeconds == 0 && page.isEmpty()) System.exit(problem.isEmpty() ? 0 : 1);
            int pauseSeconds = retryAfter.matches("[1-9]\\d{0,4}") ? Integer.parseInt(retryAfter) : pollSeconds;
            if (page.isEmpty()) Thread.sleep(pauseSeconds * 1000L);
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
