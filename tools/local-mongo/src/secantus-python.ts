// secantus: this file, and the sources that name it, are for SecantusDB alone.
import type { Step } from './database-server.ts'
import { type PythonPackage, pythonsOnPath, pythonWith } from './python-environment.ts'
import { secantusProgram } from './secantus.ts'

const version = '0.7.0b3'
const secantus: PythonPackage = {
  name: 'SecantusDB',
  version,
  folder: `secantus-py-${version}`,
  minors: { min: 10, max: 13 },
  // Building from source would need a compiler and minutes.
  pip: ['--only-binary', 'SecantusDB'],
}

/**
 * Starts the server, with three changes that let it answer in less time.
 *
 * - It would look through the last 10,000 writes at every write, to find the ones that are repeated: then a write takes ten times
 *   as long. A driver repeats only the last write of a session, and MongoDB remembers only that one.
 * - It would read a whole collection for a filter with an operator such as `$or`, and read by a range although an equality finds
 *   less. Each `findAndModify` has an operator, because it asks for `{_id, $and: [filter]}`. Now it looks documents up by ids, then by
 *   equalities, then by ranges, and then by the branches of an `$or`. It checks the whole filter for each document that it finds so.
 * - It would read all documents and all entries of indexes for `dbStats`, and keep every other command waiting meanwhile: 20 s with
 *   10,000 jobs. The board asks twice a minute for the size of the disk, which is not in the answer. Now the answer has no sizes.
 */
export const serverScript = `
from secantus.cli import main
from secantus.commands import _HANDLERS
from secantus.storage import Storage, _id_point_lookup_keys
from secantus.transactions import TransactionRegistry

remember = TransactionRegistry.record_retryable

def remember_instead_of_the_write_before(self, session, number, *write):
    with self._lock:
        self._retryable.pop((session, number - 1), None)
    remember(self, session, number, *write)

TransactionRegistry.record_retryable = remember_instead_of_the_write_before

look_up = Storage._try_index_id_keys

def look_up_by_the_best_clauses(self, db, coll, filter, **rest):
    fields = {name: clause for name, clause in filter.items() if name not in ('$and', '$or', '$nor', '$expr')}
    if '_id' in fields and _id_point_lookup_keys(fields['_id']) is not None:
        fields = {'_id': fields['_id']}
    best_first = sorted(fields.items(), key=lambda field: isinstance(field[1], dict))
    found = look_up(self, db, coll, dict(best_first), **rest)
    if found is None and '$or' in filter:
        branches = [self._try_index_id_keys(db, coll, branch, **rest) for branch in filter['$or']]
        if None not in branches:
            found = list(dict.fromkeys(document for branch in branches for document in branch))
    return found

Storage._try_index_id_keys = look_up_by_the_best_clauses

_HANDLERS['dbStats'] = lambda command, context: {'db': context.db_name, 'ok': 1.0}

if __name__ == '__main__':
    raise SystemExit(main())
`

/** The fourth way: SecantusDB's Python server, in a virtual environment that is created on first use. */
export function secantusPyStep(cache: string, isDurable: boolean, pythons: readonly string[] = pythonsOnPath): Step {
  return {
    source: 'secantus-py',
    async locate(log) {
      const python = await pythonWith(secantus, { cache, pythons, log })
      // -I makes Python ignore PYTHONPATH and a folder named secantus in the working directory.
      return secantusProgram([python, '-I', '-u', '-c', serverScript], isDurable)
    },
  }
}
