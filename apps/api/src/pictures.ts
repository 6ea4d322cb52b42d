import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { drawCover, drawThumbnail } from './feature/picture/resize.ts'
import { drawSharePicture } from './feature/picture/share.ts'
import type { Drawing, PictureAnswer, PictureWork } from './feature/picture/work.ts'

/*
 * The program that decodes and draws pictures, in a process of its own: feature/picture/process.ts starts it, and says why. It draws one
 * picture at a time.
 */

/** How often the process looks at what a picture has cost. */
const WATCH_EVERY_MS = 10
/** The memory that one picture may take. The largest picture that is accepted takes some 155 MB. */
const MEMORY_BYTES_MAX = 200 * 1024 * 1024
/** The processor's time, on all threads, that one picture may take. The most expensive picture that is accepted takes some 0.7 s. */
const CPU_MS_MAX = 5_000

async function draw(work: PictureWork): Promise<Drawing> {
  switch (work.kind) {
    case 'thumbnail':
      return drawThumbnail(work.file)
    case 'cover':
      return drawCover(work.file)
    case 'share':
      return { bytes: await drawSharePicture(work.picture, work.mark), mime: 'image/png' }
  }
}

/** Ends the process if a picture costs too much. A decoder on another thread can be ended in no other way. */
function watch(): () => void {
  const cpuBefore = process.cpuUsage()
  const bytesBefore = process.memoryUsage.rss()
  const watching = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    const isCostly = (user + system) / 1_000 > CPU_MS_MAX || process.memoryUsage.rss() - bytesBefore > MEMORY_BYTES_MAX
    if (isCostly) process.kill(process.pid, 'SIGKILL')
  }, WATCH_EVERY_MS)
  return () => clearInterval(watching)
}

process.on('message', async (work: PictureWork) => {
  const stopWatching = watch()
  const answer: PictureAnswer = await draw(work).then(
    (drawing) => ({ drawing }),
    (error: unknown) => ({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  stopWatching()
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
// The terminal and the service manager send these to all processes. The server says when this one ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
// The thread that answers requests goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// If the memory is used up, Linux ends this process, and not the server. Other systems have no such file.
void writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
