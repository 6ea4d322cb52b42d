"""Appends the id and name of each new candidate to candidates.tsv. Killed and started again, it goes on where it was.

  BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... python3 follow.py

It polls every 60 seconds; with POLL_SECONDS=0, for cron, it ends when nobody is new. Run one at a time in a folder.
"""
import http.client, json, os, sys, time, urllib.error, urllib.request

class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because that would send the key to the new address."""
    def redirect_request(self, *_):
        return None

board = urllib.request.build_opener(NoRedirect)

def poll(since):
    """Returns the first candidates after a date: the date, and the line to write."""
    address = f"{os.environ['BOARDWALK_URL']}/candidates?pageSize=100&since={since}"
    request = urllib.request.Request(address, headers={"x-api-key": os.environ["BOARDWALK_API_KEY"]})
    with board.open(request, timeout=60) as answer:
        candidates = json.load(answer)["candidates"]
    return [(c["date"], f"{c['id']}\t{c['firstName']} {c['lastName']}\n") for c in candidates]

def write(name, mode, text):
    """Returns when the text is on the disk."""
    with open(name, mode, encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())

poll_seconds = int(os.environ.get("POLL_SECONDS", "60"))
write("cursor", "a", "")  # Creates the file the first time.
since = open("cursor").read() or "1970-01-01"
while True:
    page, problem, pause = [], None, poll_seconds
    try:
        page = poll(since)
    except urllib.error.HTTPError as error:
        if 400 <= error.code < 500 and error.code != 429:
            sys.exit(f"{error}: {error.read().decode(errors='replace')}")
        problem, retry_after = error, error.headers.get("Retry-After", "")
        pause = max(int(retry_after), 1) if retry_after.isdecimal() else pause
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
        problem = error  # No connection, or the answer was cut off or is no page.
    for date, line in page:
        write("candidates.tsv", "a", line)  # Or call your system.
        write("cursor.new", "w", date)  # Not before the line is on the disk.
        os.replace("cursor.new", "cursor")
        since, pause = date, 0  # The next page may have more.
    if problem:
        print(repr(problem), file=sys.stderr, flush=True)
    if poll_seconds == 0 and not page:
        sys.exit(1 if problem else 0)
    time.sleep(pause)
