"""Starts SecantusDB's Python server, with changes that make it answer as MongoDB does, or in less time. Each change says why.

Arguments: the folder of the data, the port to take if it is free, and `development` or `tests`. Prints its port, and ends when its
standard input is closed.
"""

import logging
import os
import socket
import sys
from contextlib import suppress

import secantus.commands
import secantus.query
from secantus import validation_errors
from secantus.server import SecantusDBServer
from secantus.storage import Storage
from secantus.transactions import TransactionRegistry

# Python does not look beside this file, because it is started in isolation.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import secantus_index  # noqa: E402, F401

sys.dont_write_bytecode = False

# Writes that are repeated. The server would look through the last 10,000 writes at every write, which takes ten times as long. A
# driver repeats only the last write of a session, and MongoDB remembers only that one.
record_retryable = TransactionRegistry.record_retryable


def remember_last_write(self, session, number, *write):
    with self._lock:
        self._retryable.pop((session, number - 1), None)
    record_retryable(self, session, number, *write)


TransactionRegistry.record_retryable = remember_last_write

# Upserts. If another client inserts the row between the read and the write of a findAndModify, the server updates that row and
# answers null. Now it answers the row.
update_matching = Storage.update_matching


def update_and_answer(self, *args, **options):
    result = update_matching(self, *args, **options)
    if options.get('upsert') and result.get('post_images'):
        result['did_upsert'] = True
    return result


Storage.update_matching = update_and_answer

# Patterns. The server refuses one of more than 1,000 characters; MongoDB takes 32 kB.
secantus.query._MAX_REGEX_PATTERN_LEN = 32_764

# Validators. The server leaves the title of a schema out of the answer to a refused write. The board's log names the collection by it.
explain_json_schema = validation_errors._explain_json_schema


def explain_with_title(schema, document):
    return {**explain_json_schema(schema, document), **({'title': schema['title']} if 'title' in schema else {})}


validation_errors._explain_json_schema = explain_with_title

# The size of a database. The server would read all documents and indexes for it, while every other command waits: 28 s with
# 10,000 jobs and 20,000 applications.
secantus.commands._HANDLERS['dbStats'] = lambda command, context: {'db': context.db_name, 'ok': 1.0}

# The profiler. The server would read its settings after every command. The board never sets them.
secantus.commands._maybe_record_profile = lambda *command: None


def serve(data, port, use):
    if use == 'tests':
        # The board asks with every write that the disk has it. The server would wait for the disk, while other writes wait.
        secantus.commands._wants_journal = lambda command: False
    logging.basicConfig(level='INFO', format='%(asctime)s %(levelname)s %(name)s: %(message)s')
    server = SecantusDBServer(
        host='127.0.0.1',
        port=port,
        storage_path=data,
        replica_set_name='secantus',
        cache_size='1G',
        # Without it, a kill lost up to the last 168 acknowledged writes, also with w: 'majority'.
        sync_on_commit=use == 'development',
        # Rows whose time is up are not deleted in tests: their clocks are in the past.
        ttl_sweep_seconds=0 if use == 'tests' else 60,
    )
    try:
        server.start()
    except OSError:
        server.port = 0
        server.start()
    print(server.port)
    sys.stdin.read()
    # Its thread leaves accept() only now, or after two seconds.
    with suppress(OSError):
        server._socket.shutdown(socket.SHUT_RDWR)
    server.stop()


if __name__ == '__main__':
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
