import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from '@boardwalk/core/error'
import { createFairQueue } from '@boardwalk/core/process/fair-queue'
import type { Logger } from 'pino'
import type { Drawing, PictureAnswer, PictureWork } from './work.ts'

/*
 * The server's side of the process that decodes and draws pictures (src/pictures.ts). A picture is drawn in another process, and not on a
 * worker thread, because the decoders are native code: no limit of a worker holds for their memory, and no one can end a thread in the
 * middle of them. A process can be ended at once, gives back all its memory, and does not take the server with it if a decoder crashes.
 * It gets none of the server's environment, which has secrets.
 */

const LANES = {
  /** Uploads of users, by company. */
  users: { waiting: 20, waitingOfCaller: 4 },
  /** Pictures that visitors ask for. http/admission.ts limits them by address. */
  strangers: { waiting: 40, waitingOfCaller: 40 },
}
const RETRY_AFTER_SECONDS = 5
/** The process ends after this long without work. It needs some 100 MB, and starts in a third of a second. */
const IDLE_MS = 60_000
/** The JavaScript in the process needs little: the pixels are not in the heap. */
const HEAP = '--max-old-space-size=64'

/** The program as a file, and the options of Node that it needs. */
export interface PictureProgram {
  file: string
  execArgv: string[]
}

interface PictureTurn {
  lane: keyof typeof LANES
  /** The company of a user, or a stranger's address. */
  caller: string
  /** Ends the work, also the one under way. */
  signal?: AbortSignal | undefined
}

export interface Pictures {
  /** Draws when it is this picture's turn. Throws `unavailable` if too many wait, or if the signal ends the work. */
  draw(work: PictureWork, turn: PictureTurn): Promise<Drawing>
  /** Ends the process. */
  stop(): void
}

/** Settles the work under way. */
interface UnderWay {
  resolve: (answer: PictureAnswer) => void
  reject: (error: Error) => void
}

export function createPictures({ program, log }: { program: PictureProgram; log: Pick<Logger, 'warn'> }): Pictures {
  const inTurn = createFairQueue(LANES, RETRY_AFTER_SECONDS)
  let running: ChildProcess | undefined
  let underWay: UnderWay | undefined
  let idling: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const child = fork(program.file, {
      execArgv: [...program.execArgv, HEAP],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // A server that ends without `stop` does not wait for it.
    child.unref()
    child.channel?.unref()
    const fail = (reason: string) => {
      // Not for a process that was stopped: the next one may be at work.
      if (running !== child) return
      running = undefined
      underWay?.reject(new Error(`the process that draws pictures ${reason}`))
    }
    // The cast holds because the program sends nothing else.
    child.on('message', (answer) => running === child && underWay?.resolve(answer as PictureAnswer))
    child.on('error', ({ message }) => fail(`does not run: ${message}`))
    child.on('exit', (code, endedBy) => {
      if (running === child && endedBy !== null) {
        log.warn({ endedBy }, 'a picture ended the process that drew it')
        underWay?.resolve({ drawing: { problem: 'costly' } })
      }
      fail(`ended with ${code ?? endedBy}`)
    })
    return child
  }

  function stop(): void {
    clearTimeout(idling)
    const child = running
    running = undefined
    child?.kill('SIGKILL')
  }

  /** Asks the process, and starts it if it does not run. */
  async function ask(work: PictureWork, signal?: AbortSignal): Promise<PictureAnswer> {
    clearTimeout(idling)
    running ??= start()
    const child = running
    let end = () => {}
    try {
      return await new Promise<PictureAnswer>((resolve, reject) => {
        underWay = { resolve, reject }
        end = () => {
          stop()
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', end)
        // If the process has ended, its `exit` says so.
        child.send(work, () => {})
      })
    } finally {
      underWay = undefined
      signal?.removeEventListener('abort', end)
      idling = setTimeout(stop, IDLE_MS).unref()
    }
  }

  return {
    stop,
    async draw(work, turn) {
      const { signal } = turn
      const answer = await inTurn(turn, () => ask(work, signal)).catch((error: unknown) => {
        throw signal?.aborted ? new AppError('unavailable', { reason: 'deadline_passed' }, { cause: error }) : error
      })
      if ('failure' in answer) throw new Error(`a picture could not be drawn: ${answer.failure}`)
      return answer.drawing
    },
  }
}
