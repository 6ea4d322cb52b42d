"""Connects an ATS to a Boardwalk for several customers: pushes their jobs, fetches their candidates and CVs, tells the
board what became of candidates, and confirms that erased people are erased here, too.

  python3 integration.py config.json

Start it from cron: a run does what there is to do, and ends with 0, or with 1 if a person should read its output.
It may be killed at any moment; the next run goes on from there. config.json:

  {"url": "https://jobs.example.com/api", "database": "state.sqlite", "cvs": "cvs",
   "customers": [{"slug": "atlas-talents", "key_env": "ATLAS_KEY", "jobs": "atlas.json", "statuses": "statuses.json"}]}

`key` may replace `key_env`. `jobs` is a list of jobs as PUT /jobs takes them; each `id` is the ATS's own id. Send
only fields that the ATS owns: a push overwrites what the customer has written in the same field. `statuses`, which may
be left out, has the status that each candidate has in the ATS: {"<id of the candidate>": "HIRED"}. What the ATS has
changed is sent to the board, and what users change on the board is printed.
"""
import contextlib, http.client, json, os, pathlib, sqlite3, sys, time, urllib.parse, urllib.request

PAUSES = (1, 2, 4, 8, 16)  # Seconds before each new attempt, if the answer does not say how long to wait.
LONGEST_WAIT = 300  # Seconds. If the board asks for more, leave it to the next run.
ITEMS_IN_BATCH, BYTES_IN_BATCH = 100, 1_000_000  # The board takes 100 jobs or candidates, and 1 MiB.
CV_ENDINGS = {
    "application/pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.oasis.opendocument.text": ".odt",
}
NO_CV = ("candidate_not_found", "cv_not_found", "application_erased")  # Codes of the board.
TABLES = """
CREATE TABLE IF NOT EXISTS customers (slug TEXT PRIMARY KEY, company TEXT NOT NULL,
  is_linked INTEGER NOT NULL DEFAULT 0, since TEXT NOT NULL DEFAULT '1970-01-01');
CREATE TABLE IF NOT EXISTS jobs (slug TEXT, own_id TEXT, external_id TEXT NOT NULL, job_id INTEGER NOT NULL,
  is_published INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (slug, own_id));
CREATE TABLE IF NOT EXISTS candidates (slug TEXT, id TEXT, job_id INTEGER NOT NULL, status TEXT NOT NULL,
  data TEXT NOT NULL, sent_status TEXT, PRIMARY KEY (slug, id));
CREATE TABLE IF NOT EXISTS cvs_to_fetch (slug TEXT, id TEXT, attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (slug, id));
CREATE TABLE IF NOT EXISTS erasures_to_confirm (slug TEXT, id TEXT, PRIMARY KEY (slug, id));
"""

class Refused(Exception):
    """The board has understood a request and refuses it, so that it is of no use to repeat it."""
    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code

class Unavailable(Exception):
    """The board did not answer a request, not even after several attempts."""

class EveryAnswer(urllib.request.HTTPErrorProcessor):
    """Returns answers of every status. So it follows no redirect, which would take the key to another address."""
    def http_response(self, _request, answer):
        return answer
    https_response = http_response

opener = urllib.request.build_opener(EveryAnswer)

def exchange(request, read):
    """Sends a request until `read` finds in the answer what the board sends. Returns that with the status and headers.

    Every request of this program may be repeated: the second time, the board changes nothing.
    """
    name = f"{request.method} {urllib.parse.urlsplit(request.full_url).path}"
    problem = ""
    for pause in (*PAUSES, None):
        retry_after = ""
        try:
            with opener.open(request, timeout=60) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
            if 300 <= status < 400:
                raise Refused(f"{name}: redirected to {headers.get('Location')}. Is the configured url right?")
            content = read(status, headers, body)
            if content is not None and status != 429 and status < 500:
                return content, status, headers
            problem = f"status {status}, request {headers.get('x-request-id')}"
            retry_after = headers.get("Retry-After", "")
        except (OSError, http.client.HTTPException) as error:
            problem = repr(error)  # No connection, or the answer was cut off.
        wait = int(retry_after) if retry_after.isdecimal() else pause
        if pause is None or wait > LONGEST_WAIT:
            break
        time.sleep(wait)
    raise Unavailable(f"{name}: {problem}")

def read_json(_status, _headers, body):
    """Returns the answer of the API, or None if a proxy has sent something else."""
    with contextlib.suppress(ValueError):
        answer = json.loads(body)
        return answer if isinstance(answer, dict) and "error" in answer else None

def read_cv(status, headers, body):
    """Returns the bytes of a CV, or nothing if the board has none; None if a proxy has sent something else."""
    if status == 200:
        return body if headers.get_content_type() in CV_ENDINGS else None
    answer = read_json(status, headers, body)
    return b"" if answer and answer["error"]["code"] in NO_CV else answer

class Customer:
    """One company on the board: its key, what is stored about it, and the problems of this run."""
    def __init__(self, config, settings, database):
        self.url, self.slug, self.jobs_file = config["url"], settings["slug"], settings["jobs"]
        self.statuses_file = settings.get("statuses")
        self.key = settings.get("key") or os.environ.get(settings["key_env"], "")
        self.cvs = pathlib.Path(config["cvs"], urllib.parse.quote(self.slug, safe=""))
        self.database, self.has_problem, self.key_ends_at = database, False, None

    def say(self, text):
        print(f"{self.slug}: {text}", flush=True)

    def report(self, text):
        """Says what a person should look at. The program then ends with 1."""
        self.has_problem = True
        self.say(text)

    def call(self, method, path, body=None, read=read_json, **query):
        """Makes a call of the API. Returns what `read` finds in the answer, and the headers."""
        url = f"{self.url}{path}?{urllib.parse.urlencode(query)}" if query else self.url + path
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = {"x-api-key": self.key, "Accept": "application/json", "Content-Type": "application/json"}
        answer, _, answer_headers = exchange(urllib.request.Request(url, data, headers, method=method), read)
        ends_at = answer_headers.get("x-key-ends-at", self.key_ends_at)
        if ends_at != self.key_ends_at:
            self.key_ends_at = ends_at
            self.say(f"the key stops working at {self.key_ends_at}: ask the customer for the new one")
        if isinstance(answer, dict) and (error := answer["error"]):
            raise Refused(f"{method} {path}: {error['message']} (request {error.get('requestId')})", error["code"])
        return answer, answer_headers

    def select(self, sql, *values):
        return self.database.execute(sql, (self.slug, *values)).fetchall()

    def write(self, sql, *values):
        """Writes at once, unless a `with` on the database makes several writes one."""
        return self.database.execute(sql, values)

def check_key(customer):
    """Makes sure that the key is of this customer, so that no job is pushed to another company."""
    key = customer.call("GET", "/me")[0]["key"]
    company = key["company"]
    if company["slug"] != customer.slug:
        raise Refused(f"this is a key of the company {company['slug']}: nothing is pushed or fetched")
    if missing := {"read", "write"} - set(key["scopes"]):
        raise Refused(f"the key lacks the scope {' and '.join(sorted(missing))}: nothing is pushed or fetched")
    with customer.database:
        customer.write("INSERT OR IGNORE INTO customers (slug, company) VALUES (?, ?)", customer.slug, company["id"])
    if customer.select("SELECT company FROM customers WHERE slug = ?") != [(company["id"],)]:
        raise Refused("the database is about another board: nothing is pushed or fetched")

def read_jobs(customer):
    """Returns the jobs of the customer's file by their own ids."""
    jobs = json.loads(pathlib.Path(customer.jobs_file).read_text(encoding="utf-8"))
    by_id = {job["id"]: job for job in jobs}
    if not jobs or len(by_id) < len(jobs) or not all(isinstance(own_id, str) for own_id in by_id):
        raise ValueError(f"{customer.jobs_file} has no job, or an id twice, or an id that is no text")
    return by_id

def list_board_jobs(customer):
    """Returns all jobs that the company has on the board."""
    jobs, after = [], 0
    while page := customer.call("GET", "/jobs", afterJobId=after, pageSize=100)[0]["jobs"]:
        jobs += page
        after = page[-1]["jobId"]
    return jobs

def remember_job(customer, own_id, external_id, job_id):
    """Remembers which job of the board is the ATS's job, and that it is no other's."""
    with customer.database:
        customer.write("UPDATE jobs SET job_id = 0 WHERE slug = ? AND own_id != ? AND job_id = ?",
                       customer.slug, own_id, job_id)
        customer.write("""INSERT INTO jobs (slug, own_id, external_id, job_id) VALUES (?, ?, ?, ?)
          ON CONFLICT (slug, own_id) DO UPDATE
          SET external_id = excluded.external_id, job_id = excluded.job_id, is_published = 1""",
          customer.slug, own_id, external_id, job_id)

def link_existing_jobs(customer, jobs):
    """Gives jobs that the board had before this integration their own ids, if exactly one has the same title.

    This runs until it has succeeded once: before the first push, which would create these jobs a second time, and
    before the first poll, so that candidates come with their job's id.
    """
    if customer.select("SELECT is_linked FROM customers WHERE slug = ?") == [(1,)]:
        return
    def simplify(title):
        return " ".join(title.split()).casefold()
    board_jobs = list_board_jobs(customer)
    for job in board_jobs:
        if job["id"] in jobs:
            remember_job(customer, job["id"], job["id"], job["jobId"])
    known = {row[0] for row in customer.select("SELECT own_id FROM jobs WHERE slug = ?")}
    links = []
    for title in {simplify(job["title"]) for job in board_jobs if job["id"] is None}:
        here = [own_id for own_id in jobs if own_id not in known and simplify(jobs[own_id].get("title") or "") == title]
        there = [job["jobId"] for job in board_jobs if job["id"] is None and simplify(job["title"]) == title]
        if len(here) == len(there) == 1:
            links.append({"platformJobId": there[0], "externalJobId": here[0]})
        elif here:
            raise Refused(f"link by hand: the jobs {here} have the same title as the jobs {there} of the board")
    for start in range(0, len(links), 1000):
        for link in customer.call("POST", "/job/link", {"links": links[start:start + 1000]})[0]["results"]:
            if link["status"] == "linked" or link.get("currentExternalJobId") == link["externalJobId"]:
                remember_job(customer, link["externalJobId"], link["externalJobId"], link["platformJobId"])
                customer.say(f"linked {link['externalJobId']} to job {link['platformJobId']} of the board")
            else:
                raise Refused(f"{link['externalJobId']} is not linked to job {link['platformJobId']}: {link['status']}")
    with customer.database:
        customer.write("UPDATE customers SET is_linked = 1 WHERE slug = ?", customer.slug)

def make_batches(jobs):
    """Divides jobs into lists that the board takes in one request."""
    batch, size = [], 0
    for job in jobs:
        job_size = len(json.dumps(job, ensure_ascii=False).encode()) + 2
        if batch and (len(batch) == ITEMS_IN_BATCH or size + job_size > BYTES_IN_BATCH):
            yield batch
            batch, size = [], 0
        batch.append(job)
        size += job_size
    if batch:
        yield batch

def push(customer, own_ids, jobs, create):
    """Sends jobs. Returns the own ids of those that the board does not have under the id that it should have."""
    rows = customer.select("SELECT own_id, external_id, job_id, is_published FROM jobs WHERE slug = ?")
    remembered = {own_id: row for own_id, *row in rows}
    sent, missing, counts = {}, [], {}
    for own_id in own_ids:
        external_id, _, is_published = remembered.get(own_id, (own_id, None, True))
        # Publishes again a job that left the file and has come back. Otherwise the status is the customer's.
        status = {} if is_published else {"status": "PUBLISHED"}
        sent[external_id] = own_id, {**status, **jobs[own_id], "id": external_id}
    warned = {}
    for batch in make_batches([job for _, job in sent.values()]):
        for result in customer.call("PUT", "/jobs", {"jobs": batch, "create": create})[0]["results"]:
            own_id, error = sent[result["id"]][0], result["error"]
            counts[result["status"]] = counts.get(result["status"], 0) + 1
            for warning in result.get("warnings", []):
                warned.setdefault(warning["code"], []).append(f"job {own_id}: {warning['message']}")
            if not error:
                if own_id in remembered and result["jobId"] != remembered[own_id][1]:
                    customer.say(f"job {own_id} is now job {result['jobId']} of the board, which has got its id")
                remember_job(customer, own_id, result["id"], result["jobId"])
            elif error["code"] == "precondition_failed":
                missing.append(own_id)
            else:
                customer.report(f"job {own_id}: {error['message']}")
    # One line for each kind: a night's run may have the same warning for every job.
    for code, lines in sorted(warned.items()):
        customer.say(f"{len(lines)} with the warning {code}, such as {lines[0]}")
    if counts:
        customer.say("jobs " + ", ".join(f"{status}: {count}" for status, count in sorted(counts.items())))
    return missing

def find_renamed(customer, own_ids):
    """Takes over the ids that users have given to jobs. Returns the own ids of the jobs that have one."""
    by_job_id = {job["jobId"]: job["id"] for job in list_board_jobs(customer)}
    found = []
    for own_id in own_ids:
        [(job_id,)] = customer.select("SELECT job_id FROM jobs WHERE slug = ? AND own_id = ?", own_id)
        external_id = by_job_id.get(job_id)
        if external_id is None:
            number = f"job {job_id}" if job_id else "its job has got the id of another"
            customer.report(f"job {own_id} has no id on the board any more ({number}): ask the customer")
        elif customer.select("SELECT 1 FROM jobs WHERE slug = ? AND own_id != ? AND external_id = ?",
                             own_id, external_id):
            customer.report(f"job {own_id} now has the id {external_id} on the board, which another job should have")
        else:
            with customer.database:
                customer.write("UPDATE jobs SET external_id = ? WHERE slug = ? AND own_id = ?",
                               external_id, customer.slug, own_id)
            customer.say(f"job {own_id} now has the id {external_id} on the board")
            found.append(own_id)
    return found

def push_jobs(customer, jobs):
    """Updates known jobs, creates those that were never created, and unpublishes those that have left the file."""
    known = {row[0] for row in customer.select("SELECT own_id FROM jobs WHERE slug = ?")}
    if missing := push(customer, [own_id for own_id in jobs if own_id in known], jobs, create=False):
        push(customer, find_renamed(customer, missing), jobs, create=False)
    taken = {external_id: own_id for external_id, own_id
             in customer.select("SELECT external_id, own_id FROM jobs WHERE slug = ?")}
    for own_id in [own_id for own_id in jobs if own_id not in known and own_id in taken]:
        customer.report(f"job {own_id} is not pushed, because on the board job {taken[own_id]} has been given its id")
    push(customer, [own_id for own_id in jobs if own_id not in known and own_id not in taken], jobs, create=True)
    published = customer.select("SELECT own_id FROM jobs WHERE slug = ? AND is_published = 1")
    for own_id in [row[0] for row in published if row[0] not in jobs]:
        if unpublish(customer, own_id) or find_renamed(customer, [own_id]) and unpublish(customer, own_id):
            customer.say(f"job {own_id} is unpublished")

def unpublish(customer, own_id):
    """Unpublishes a job. Returns false if the board has no job with its id."""
    [(external_id,)] = customer.select("SELECT external_id FROM jobs WHERE slug = ? AND own_id = ?", own_id)
    try:
        customer.call("DELETE", "/job/" + urllib.parse.quote(external_id, safe=""))
    except Refused as refused:
        if refused.code == "job_not_found":
            return False
        raise
    with customer.database:
        customer.write("UPDATE jobs SET is_published = 0 WHERE slug = ? AND own_id = ?", customer.slug, own_id)
    return True

def follow_candidates(customer):
    """Stores new candidates and new statuses, and removes people who were erased.

    A page and its cursor are one transaction. If you store candidates elsewhere, store them first, and then the cursor.
    """
    candidates = True
    while candidates:
        [(since,)] = customer.select("SELECT since FROM customers WHERE slug = ?")
        answer, headers = customer.call("GET", "/candidates", since=since, synced="true", changes="true",
                                       pageSize=100)
        candidates = answer["candidates"]
        with customer.database:
            for candidate in candidates:
                if candidate["erasedAt"]:
                    erase_candidate(customer, candidate)
                else:
                    store_candidate(customer, candidate)
            customer.write("UPDATE customers SET since = ? WHERE slug = ?", headers["x-synced-through"], customer.slug)

def store_candidate(customer, candidate):
    """Stores a candidate, without the link to the CV, which works for a few days only."""
    stored = customer.select("SELECT status FROM candidates WHERE slug = ? AND id = ?", candidate["id"])
    if not stored:
        customer.write("INSERT INTO candidates (slug, id, job_id, status, data) VALUES (?, ?, 0, '', '')",
                       customer.slug, candidate["id"])
        if candidate["cv"]:
            customer.write("INSERT INTO cvs_to_fetch (slug, id) VALUES (?, ?)", customer.slug, candidate["id"])
        customer.say(f"candidate {candidate['id']} for {candidate['offerId'] or candidate['jobTitle']}")
    elif stored != [(candidate["status"],)]:
        customer.say(f"candidate {candidate['id']}: {candidate['status']}, set by {candidate['statusChangedBy']}")
    customer.write("UPDATE candidates SET job_id = ?, status = ?, data = ? WHERE slug = ? AND id = ?",
                   candidate["jobId"], candidate["status"], json.dumps({**candidate, "cv": ""}, sort_keys=True),
                   customer.slug, candidate["id"])

def erase_candidate(customer, candidate):
    """Removes all that is stored of a person. The confirmation waits until this transaction has ended."""
    row = customer.slug, candidate["id"]
    for table in ("candidates", "cvs_to_fetch"):
        customer.write(f"DELETE FROM {table} WHERE slug = ? AND id = ?", *row)
    for path in cv_paths(customer, candidate["id"]):
        path.unlink(missing_ok=True)
    customer.write("INSERT OR IGNORE INTO erasures_to_confirm VALUES (?, ?)", *row)
    customer.say(f"candidate {candidate['id']}: erased")

def update_candidates(customer, updates):
    """Sends statuses or confirmations. Returns the updates that the board has taken, or that it needs no more."""
    taken = []
    for start in range(0, len(updates), ITEMS_IN_BATCH):
        batch = updates[start:start + ITEMS_IN_BATCH]
        results = customer.call("PUT", "/candidates", {"candidates": batch})[0]["results"]
        for update, result in zip(batch, results):
            if result["status"] in ("updated", "unchanged", "erased"):
                taken.append(update)
            else:
                problem = result["error"]["message"] if result["error"] else "the board does not have it"
                customer.report(f"candidate {update['id']}: {problem}")
    return taken

def confirm_erasures(customer):
    """Tells the board which people are erased here."""
    ids = [row[0] for row in customer.select("SELECT id FROM erasures_to_confirm WHERE slug = ?")]
    for update in update_candidates(customer, [{"id": candidate_id, "erased": True} for candidate_id in ids]):
        with customer.database:
            customer.write("DELETE FROM erasures_to_confirm WHERE slug = ? AND id = ?", customer.slug, update["id"])

def send_statuses(customer):
    """Sends the statuses that the ATS has changed since the last run, so that one of a user on the board is kept."""
    if customer.statuses_file is None:
        return
    statuses = json.loads(pathlib.Path(customer.statuses_file).read_text(encoding="utf-8"))
    rows = customer.select("SELECT id, sent_status FROM candidates WHERE slug = ?")
    changed = [{"id": candidate_id, "status": statuses[candidate_id]} for candidate_id, sent_status in rows
               if statuses.get(candidate_id, sent_status) != sent_status]
    for update in update_candidates(customer, changed):
        with customer.database:
            customer.write("UPDATE candidates SET status = ?, sent_status = ? WHERE slug = ? AND id = ?",
                           update["status"], update["status"], customer.slug, update["id"])

def cv_paths(customer, candidate_id):
    """Returns where a CV of each type is stored, and at last where it is while it is written."""
    name = urllib.parse.quote(candidate_id, safe="")
    return [customer.cvs / f"{name}{ending}" for ending in (*CV_ENDINGS.values(), ".part")]

def fetch_cvs(customer):
    """Downloads the CVs of new candidates. One that cannot be had does not keep the others from being tried first."""
    for (candidate_id,) in customer.select("SELECT id FROM cvs_to_fetch WHERE slug = ? ORDER BY attempts"):
        with customer.database:
            customer.write("UPDATE cvs_to_fetch SET attempts = attempts + 1 WHERE slug = ? AND id = ?",
                           customer.slug, candidate_id)
        cv, headers = customer.call("GET", f"/candidate/{urllib.parse.quote(candidate_id, safe='')}/cv", read=read_cv)
        if cv:
            part = cv_paths(customer, candidate_id)[-1]
            path = part.with_suffix(CV_ENDINGS[headers.get_content_type()])
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(part, "wb") as file:
                file.write(cv)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        else:
            customer.say(f"candidate {candidate_id} was erased before the CV was fetched")
        with customer.database:
            customer.write("DELETE FROM cvs_to_fetch WHERE slug = ? AND id = ?", customer.slug, candidate_id)

def run(customer):
    """Does all there is to do for a customer. A step that the board refuses does not stop the later ones."""
    try:
        check_key(customer)
        jobs = read_jobs(customer)
        link_existing_jobs(customer, jobs)
        for step in (lambda: push_jobs(customer, jobs), lambda: send_statuses(customer),
                     lambda: follow_candidates(customer), lambda: confirm_erasures(customer),
                     lambda: fetch_cvs(customer)):
            try:
                step()
            except Refused as refused:
                customer.report(str(refused))
    except (Refused, Unavailable, OSError, ValueError, LookupError, TypeError) as error:
        customer.report(str(error) if isinstance(error, (Refused, Unavailable)) else repr(error))

def open_database(path):
    """Opens the state. Only one run at a time can have it, and what is erased is overwritten on the disk."""
    database = sqlite3.connect(path, timeout=0)
    try:
        database.executescript("PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON;")
        database.executescript(f"BEGIN EXCLUSIVE; {TABLES} COMMIT;")
    except sqlite3.OperationalError as error:
        sys.exit(f"{path}: {error}. Another run may be using it.")
    return database

def main():
    config = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    database = open_database(config["database"])
    customers = [Customer(config, settings, database) for settings in config["customers"]]
    for customer in customers:
        run(customer)
    return 1 if any(customer.has_problem for customer in customers) else 0

if __name__ == "__main__":
    sys.exit(main())
