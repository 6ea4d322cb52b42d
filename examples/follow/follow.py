"""Keeps a company's candidates in the folder candidates, a file for each: ID.txt, with the name and the status.

  BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... python3 follow.py

A file is written when a person applies or has another status, and removed when the person is erased. The board answers
as soon as that happens, and each 20 seconds. If it cannot wait, the program asks it each 60 seconds. With
POLL_SECONDS=0, for cron, the program ends when there is no more. Killed and started again, it goes on where it was.
Run one at a time in a folder.
"""
import http.client, json, os, pathlib, sys, time, urllib.error, urllib.request

class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because that would send the key to the new address."""
    def redirect_request(self, *_):
        return None

board = urllib.request.build_opener(NoRedirect)

def ask(path, body=None):
    """Returns the board's answer and its headers. A request with a body is a PUT."""
    request = urllib.request.Request(os.environ["BOARDWALK_URL"] + path, body and json.dumps(body).encode(),
                                     {"x-api-key": os.environ["BOARDWALK_API_KEY"], "content-type": "application/json"},
                                     method="PUT" if body else "GET")
    with board.open(request, timeout=60) as answer:
        return json.load(answer), answer.headers

def poll(since):
    """Returns the next changes, the cursor behind them, and how many seconds the board waited for one.

    A change is the id of a candidate and the text to store, or None if the person was erased.
    """
    query = f"changes=true&synced=true&wait={min(poll_seconds, 20)}&pageSize=100&since={since}"
    page, headers = ask(f"/candidates?{query}")
    candidates, through = page["candidates"], headers["x-synced-through"]
    waited = float(headers.get("x-waited", 0))
    if candidates and not through:
        raise ValueError("The answer has no x-synced-through")
    return [(c["id"], None if c["erasedAt"] else f"{c['firstName']} {c['lastName']}\t{c['status']}\n")
            for c in candidates], through, waited

def apply(changes):
    """Stores the changes, and tells the board which people are erased here. A change that comes twice must be no harm."""
    for candidate_id, text in changes:  # Or call your system.
        if text is None:
            (folder / f"{candidate_id}.txt").unlink(missing_ok=True)
        else:
            write(folder / f"{candidate_id}.txt", text)
    erased = [{"id": candidate_id, "erased": True} for candidate_id, text in changes if text is None]
    if erased:
        ask("/candidates", {"candidates": erased})[0]["results"]

def write(path, text):
    """Returns when the text is on the disk. Ends the program if that is not possible: the changes come again."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        sys.exit(f"{path} cannot be written: {error}")

poll_seconds = int(os.environ.get("POLL_SECONDS", "60"))
folder, cursor = pathlib.Path("candidates"), pathlib.Path("cursor")
folder.mkdir(exist_ok=True)
since = cursor.read_text() if cursor.exists() else "1970-01-01"
while True:
    changes, problem, pause = [], None, poll_seconds
    try:
        changes, through, waited = poll(since)
        apply(changes)
        if changes or waited >= 1:
            pause = 0  # The next page may have more, or the board waits again.
    except urllib.error.HTTPError as error:
        if 400 <= error.code < 500 and error.code != 429:
            sys.exit(f"{error}: {error.read().decode(errors='replace')}")
        changes, problem, retry_after = [], error, error.headers.get("Retry-After", "")
        pause = max(int(retry_after), 1) if retry_after.isdecimal() else pause
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
        changes, problem = [], error  # No connection, or the answer was cut off or is no page.
    if changes:
        write("cursor.new", through)  # Not before the changes are on the disk.
        os.replace("cursor.new", cursor)
        since = through
    if problem:
        print(repr(problem), file=sys.stderr, flush=True)
    if poll_seconds == 0 and not changes:
        sys.exit(1 if problem else 0)
    time.sleep(pause)
