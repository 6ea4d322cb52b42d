import { parseArgs } from 'node:util'
import { fuzz } from './bad-input/run.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:fuzz -- --requests 1000000 --seed 1: no request makes the server fail, end or grow. */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    report: { type: 'string' },
  },
})
const options = { requests: Number(values.requests), seed: Number(values.seed), minutes: Number(values.minutes) }
await conclude(await withOwnBoard((board) => fuzz(board, options)), values.report)
