"""Receives candidates as webhooks, and keeps each as candidates/<id>.json until the board has erased the person's data.

  WEBHOOK_SECRET=whsec_... python3 receive.py

`boardwalk candidates follow --changes --state s.json --secret-file secret.txt --post http://127.0.0.1:3002/` sends them.
Put a proxy with TLS in front of it. The sender waits for each answer before it sends the next webhook.
"""
import base64, hashlib, hmac, http.server, json, os, pathlib, time, urllib.parse

TOLERANCE = 300  # Seconds between the sender's clock and ours. An old webhook may be one that was recorded.
BODY_BYTES_MAX = 1_048_576
secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
folder = pathlib.Path("candidates")
folder.mkdir(exist_ok=True)

def is_genuine(headers, body):
    """Tells whether the holder of the secret has sent this body now (https://www.standardwebhooks.com)."""
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > TOLERANCE:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(secret, signed, hashlib.sha256))
    # While a secret is being replaced, there are two signatures.
    signatures = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(signature, expected) for signature in signatures)

def take(change, candidate):
    """Returns when it is on the disk. The same webhook may come twice, and then does the same again."""
    file = folder / f"{urllib.parse.quote(candidate['id'], safe='')}.json"
    if change == "erased":
        file.unlink(missing_ok=True)
        return
    part = file.with_suffix(".part")
    with open(part, "w", encoding="utf-8") as output:
        json.dump(candidate, output)
        output.flush()
        os.fsync(output.fileno())
    os.replace(part, file)

class Receiver(http.server.BaseHTTPRequestHandler):
    timeout = 20

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > BODY_BYTES_MAX:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        entry = json.loads(body)
        take(entry["change"], entry["candidate"])
        print(entry["change"], entry["candidate"]["id"], flush=True)
        self.answer(204)  # Not before it is stored: an answer of 2xx is the receipt.

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """The line that do_POST prints is enough."""

server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3002"))), Receiver)
print("listening on port", server.server_port, flush=True)
server.serve_forever()
