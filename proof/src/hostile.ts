import { parseArgs } from 'node:util'
import { breakUploads } from './hostile/broken-uploads.ts'
import { outlastSlowSockets } from './hostile/slow-sockets.ts'
import { outlastStalledBodies } from './hostile/stalled-bodies.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:hostile: sockets that stall, bodies that never end and uploads that break off harm no other client. */

const { values } = parseArgs({
  options: {
    /** 0 leaves the slow sockets out: their promise is a time, which a busy machine may miss. */
    sockets: { type: 'string', default: '1000' },
    /** Forms whose end is withheld, and as many sign-ins; 0 leaves them out for the same reason. */
    stalled: { type: 'string', default: '500' },
    uploads: { type: 'string', default: '200' },
  },
})
const [sockets, stalled, uploads] = [values.sockets, values.stalled, values.uploads].map(Number)
const reports = await withOwnBoard(
  async (board) => [
    ...(sockets ? [await outlastSlowSockets(board, sockets)] : []),
    ...(stalled ? [await outlastStalledBodies(board, stalled)] : []),
    ...(uploads ? [await breakUploads(board, uploads)] : []),
  ],
  // The proof says from which address a request comes.
  { TRUST_PROXY: '1' },
)
const figures = Object.assign({}, ...reports.map((report) => report.figures))
conclude({ figures, problems: reports.flatMap(({ problems }) => problems) })
