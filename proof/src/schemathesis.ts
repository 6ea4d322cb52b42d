import { parseArgs } from 'node:util'
import { schemathesis } from './bad-input/schemathesis.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:schemathesis [-- --minutes 60]: no 5xx, and no answer that is not in apps/api/openapi.json. */

const { values } = parseArgs({
  options: {
    /** The cases of each operation, if no time is given. */
    examples: { type: 'string', default: '15' },
    /** The time for which it makes new cases. */
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
})
const { examples, minutes, seed, report } = values
const options = { examples: Number(examples), minutes: minutes === undefined ? undefined : Number(minutes), seed }
await conclude(await withOwnBoard((board) => schemathesis(board, options)), report)
