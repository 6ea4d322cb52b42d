import { parseArgs } from 'node:util'
import { abortUploads } from './hostile/aborted-upload.ts'
import { outlastSlowClients } from './hostile/outlast-slow-clients.ts'
import { uploadHostileFiles } from './hostile/upload-hostile-files.ts'
import { withOwnBoard } from './own-board.ts'
import { conclude } from './report.ts'

/* npm run proof:hostile: clients that stall, uploads that break off and files that lie harm nobody else. */

const { values } = parseArgs({
  options: {
    /** 0 leaves the slow clients out: their promise is a time, which a machine that does much else may miss. */
    sockets: { type: 'string', default: '1000' },
    /** More than the server allows for headers, so that it is seen to send slow clients away. */
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
