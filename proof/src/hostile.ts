import { parseArgs } from 'node:util'
import { abortUploads } from './hostile/aborted-upload.ts'
import { outlastSlowClients } from './hostile/outlast-slow-clients.ts'
import { uploadHostileFiles } from './hostile/upload-hostile-files.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:hostile: stalling clients, broken uploads and hostile files harm nobody else. */

const { values } = parseArgs({
  options: {
    /** 0 leaves the slow clients out: their promise is a time, which a busy machine may miss. */
    sockets: { type: 'string', default: '1000' },
    /** Longer than the server's time limit for headers, so that it must close slow connections. */
    seconds: { type: 'string', default: '40' },
    uploads: { type: 'string', default: '200' },
    report: { type: 'string' },
  },
})
const { sockets, seconds, uploads, report } = values
const reports = await withOwnBoard(async (board) => [
  ...(Number(sockets) > 0 ? [await outlastSlowClients(board, Number(sockets), Number(seconds))] : []),
  await uploadHostileFiles(board),
  await abortUploads(board, Number(uploads)),
])
await conclude(
  {
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    problems: reports.flatMap(({ problems }) => problems),
  },
  report,
)
