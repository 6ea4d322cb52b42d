import { parseArgs } from 'node:util'
import { abortUploads } from './hostile/aborted-upload.ts'
import { outlastSlowClients } from './hostile/outlast-slow-clients.ts'
import { outlastStalledBodies } from './hostile/outlast-stalled-bodies.ts'
import { uploadHostileFiles } from './hostile/upload-hostile-files.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:hostile: stalling clients, bodies that never end, broken uploads and hostile files harm nobody else. */

const { values } = parseArgs({
  options: {
    /** 0 leaves the slow clients out: their promise is a time, which a busy machine may miss. */
    sockets: { type: 'string', default: '1000' },
    /** Longer than the server's time limit for headers, so that it must close slow connections. */
    seconds: { type: 'string', default: '40' },
    /** Forms whose end is withheld, and as many sign-ins; 0 leaves them out for the same reason. */
    stalled: { type: 'string', default: '500' },
    uploads: { type: 'string', default: '200' },
    report: { type: 'string' },
  },
})
const { sockets, seconds, stalled, uploads, report } = values
const reports = await withOwnBoard(
  async (board) => [
    ...(Number(sockets) > 0 ? [await outlastSlowClients(board, Number(sockets), Number(seconds))] : []),
    ...(Number(stalled) > 0 ? [await outlastStalledBodies(board, Number(stalled))] : []),
    await uploadHostileFiles(board),
    await abortUploads(board, Number(uploads)),
  ],
  // The proof says from which address a request comes.
  { TRUST_PROXY: '1' },
)
await conclude(
  {
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    problems: reports.flatMap(({ problems }) => problems),
  },
  report,
)
