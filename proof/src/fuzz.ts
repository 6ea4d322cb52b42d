import { parseArgs } from 'node:util'
import { measureHold } from './bad-input/hold.ts'
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
/** Heavy requests for each other request, and at most. */
const HEAVY_SHARE = 0.01
const HEAVY_MAX = 500

const report = await withOwnBoard(async (board) => {
  const hostile = await fuzz(board, options)
  if (board.ended() !== undefined) return hostile
  const hold = await measureHold(board, options.seed, Math.min(HEAVY_MAX, Math.ceil(options.requests * HEAVY_SHARE)))
  return {
    figures: { ...hostile.figures, ...hold.figures },
    problems: [...hostile.problems, ...hold.problems],
  }
})
await conclude(report, values.report)
