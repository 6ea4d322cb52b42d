<?php
/*
 * Keeps a company's candidates in the folder candidates, a file for each: ID.txt, with the name and the status.
 *
 *   BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... php follow.php
 *
 * A file is written when a person applies or has another status, and removed when the person is erased. The board answers
 * as soon as that happens, and each 20 seconds. If it cannot wait, the program asks it each 60 seconds. With
 * POLL_SECONDS=0, for cron, the program ends when there is no more. Killed and started again, it goes on where it was.
 * Run one at a time in a folder.
 */
set_error_handler(fn (int $level, string $message) => throw new ErrorException($message)); // Every warning is an error.

/** Returns the status, the headers and the text of an answer. A request with a body is a PUT. */
function ask(string $path, ?array $body = null): array
{
    // A redirect is not followed, because that would send the key to the new address.
    $http = ['timeout' => 60, 'follow_location' => 0, 'ignore_errors' => true];
    $http['header'] = 'x-api-key: ' . getenv('BOARDWALK_API_KEY') . "\r\ncontent-type: application/json";
    $http += $body === null ? [] : ['method' => 'PUT', 'content' => json_encode($body)];
    $address = getenv('BOARDWALK_URL') . $path;
    $stream = fopen($address, 'r', false, stream_context_create(['http' => $http]));
    $headers = stream_get_meta_data($stream)['wrapper_data'];
    return [(int) explode(' ', $headers[0])[1], implode("\n", $headers), stream_get_contents($stream)];
}

/** Finds the value of a header, or an empty text. */
function find(string $headers, string $name): string
{
    return preg_match("/^$name: *(\S+)\s*$/im", $headers, $found) ? $found[1] : '';
}

/** Returns when the text is on the disk. Ends the program if that is not possible: the changes come again. */
function write(string $path, string $text): void
{
    try {
        $file = fopen($path, 'w');
        fwrite($file, $text);
        fsync($file);
        fclose($file);
    } catch (ErrorException $error) {
        fwrite(STDERR, "$path cannot be written: {$error->getMessage()}\n");
        exit(1);
    }
}

/** Stores the changes, and tells the board which people are erased here. A change that comes twice must be no harm. */
function store(array $changes): void
{
    $erased = [];
    foreach ($changes as $id => $text) { // Or call your system.
        $path = "candidates/$id.txt";
        if ($text !== null) {
            write($path, $text);
        } elseif (is_file($path)) {
            unlink($path);
        }
        $text === null && $erased[] = ['id' => (string) $id, 'erased' => true];
    }
    if ($erased !== []) {
        [$status, , $text] = ask('/candidates', ['candidates' => $erased]);
        $status === 200 && isset(json_decode($text, true)['results']) || throw new Exception("Erasures not confirmed: $status: $text");
    }
}

$pollSeconds = (int) (getenv('POLL_SECONDS') === false ? 60 : getenv('POLL_SECONDS'));
is_dir('candidates') || mkdir('candidates', 0700);
$since = is_file('cursor') ? file_get_contents('cursor') : '1970-01-01';
while (true) {
    [$changes, $problem, $pause, $through] = [[], '', $pollSeconds, ''];
    try {
        [$status, $headers, $text] = ask('/candidates?changes=true&synced=true&wait=' . min($pollSeconds, 20) . "&pageSize=100&since=$since");
        if ($status !== 200) {
            $problem = "$status: $text";
            $pause = (int) find($headers, 'retry-after') ?: $pause;
        } else {
            $candidates = json_decode($text, true, flags: JSON_THROW_ON_ERROR)['candidates'];
            $through = find($headers, 'x-synced-through') ?: throw new Exception('The answer has no x-synced-through');
            foreach ($candidates as $c) {
                $changes[$c['id']] = $c['erasedAt'] ? null : "$c[firstName] $c[lastName]\t$c[status]\n";
            }
            store($changes);
            if ($changes !== [] || (float) find($headers, 'x-waited') >= 1) {
                $pause = 0; // The next page may have more, or the board waits again.
            }
        }
    } catch (Exception | TypeError $error) {
        // No connection, or the answer was cut off or is no page.
        [$status, $problem, $changes] = [0, $error->getMessage(), []];
    }
    if ($changes !== []) {
        write('cursor.new', $through); // Not before the changes are on the disk.
        rename('cursor.new', 'cursor');
        $since = $through;
    }
    fwrite(STDERR, $problem === '' ? '' : "$problem\n");
    if (intdiv($status, 100) === 4 && $status !== 429 || $pollSeconds === 0 && $changes === []) {
        exit($problem === '' ? 0 : 1); // The board refused the key, or there is no more.
    }
    sleep($pause);
}
