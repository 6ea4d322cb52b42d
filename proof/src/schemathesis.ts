import { parseArgs } from 'node:util'
import { schemathesis } from './bad-input/schemathesis.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:schemathesis [-- --minutes 60]: no 5xx, and no answer that apps/api/openapi.json does not have. */

const { values } = parseArgs({
  options: {
    /** Cases of each operation, where no time is given. */
    examples: { type: 'string', default: '15' },
    /** Goes on with new cases for so long. */
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
})
const { examples, minutes, seed, report } = values
const options = { examples: Number(examples), minutes: minutes === undefined ? undefined : Number(minutes), seed }
await conclude(await withOwnBoard((board) => schemathesis(board, options)), report)
