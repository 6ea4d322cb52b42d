<?php
/*
 * Appends the id and name of each new candidate to candidates.tsv. Killed and started again, it goes on where it was.
 *
 *   BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... php follow.php
 *
 * It polls every 60 seconds; with POLL_SECONDS=0, for cron, it ends when nobody is new. Run one at a time in a folder.
 */
set_error_handler(fn (int $level, string $message) => throw new ErrorException($message)); // Every warning is an error.

/** Returns the status, the headers and the text of an answer. */
function ask(string $since): array
{
    // A redirect is not followed, because that would send the key to the new address.
    $http = ['timeout' => 60, 'follow_location' => 0, 'ignore_errors' => true];
    $http['header'] = 'x-api-key: ' . getenv('BOARDWALK_API_KEY');
    $address = getenv('BOARDWALK_URL') . "/candidates?pageSize=100&since=$since";
    $stream = fopen($address, 'r', false, stream_context_create(['http' => $http]));
    $headers = stream_get_meta_data($stream)['wrapper_data'];
    return [(int) explode(' ', $headers[0])[1], implode("\n", $headers), stream_get_contents($stream)];
}

/** Returns when the text is on the disk. */
function write(string $name, string $mode, string $text): void
{
    $file = fopen($name, $mode);
    fwrite($file, $text);
    fsync($file);
    fclose($file);
}

$pollSeconds = (int) (getenv('POLL_SECONDS') === false ? 60 : getenv('POLL_SECONDS'));
write('cursor', 'a', ''); // Creates the file the first time.
$since = file_get_contents('cursor') ?: '1970-01-01';
while (true) {
    [$page, $problem, $pause] = [[], '', $pollSeconds];
    try {
        [$status, $headers, $text] = ask($since);
        if ($status !== 200) {
            $problem = "$status: $text";
            $pause = preg_match('/^retry-after: *([1-9]\d*)$/im', $headers, $found) ? (int) $found[1] : $pause;
        } else {
            $candidates = json_decode($text, true, flags: JSON_THROW_ON_ERROR)['candidates'];
            $page = array_map(fn ($c) => [$c['date'], "$c[id]\t$c[firstName] $c[lastName]\n"], $candidates);
        }
    } catch (Exception | TypeError $error) {
        [$status, $problem] = [0, $error->getMessage()]; // No connection, or the answer was cut off or is no page.
    }
    foreach ($page as [$date, $line]) {
        write('candidates.tsv', 'a', $line); // Or call your system.
        write('cursor.new', 'w', $date); // Not before the line is on the disk.
        rename('cursor.new', 'cursor');
        [$since, $pause] = [$date, 0]; // The next page may have more.
    }
    fwrite(STDERR, $problem === '' ? '' : "$problem\n");
    if (intdiv($status, 100) === 4 && $status !== 429 || $pollSeconds === 0 && $page === []) {
        exit($problem === '' ? 0 : 1); // The board refused the key, or nobody is new.
    }
    sleep($pause);
}
