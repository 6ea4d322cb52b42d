/** Closes what a program has opened, however the program ends. */
export interface Closers {
  /** Adds something to close. The last one added is closed first. */
  add(close: () => unknown): void
  /** Closes everything, also what is left after one that fails. Throws the first error in the end. */
  close(): Promise<void>
}

export function createClosers(): Closers {
  const all: (() => unknown)[] = []
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    const errors: unknown[] = []
    for (let close = all.pop(); close !== undefined; close = all.pop()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
  return {
    add: (close) => void all.push(close),
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

/** After a Ctrl-C in the terminal, npm sends the signal a second time at once. */
const NPM_REPEATS_MS = 1_000
const INTERRUPTED = 130

/**
 * Runs a program and closes what it opened, also if it fails or a signal ends it. A second signal ends the program at once:
 * a closer may wait for a server that is busy, and the exit of this process kills its servers.
 */
export async function withClosers<Result>(work: (closers: Closers) => Promise<Result>): Promise<Result> {
  const closers = createClosers()
  let firstMs: number | undefined
  const end = async () => {
    const nowMs = performance.now()
    if (firstMs !== undefined && nowMs - firstMs > NPM_REPEATS_MS) process.exit(INTERRUPTED)
    if (firstMs !== undefined) return
    firstMs = nowMs
    process.stderr.write('Ending. A second signal ends it at once.\n')
    await closers.close().catch(() => {})
    process.exit(INTERRUPTED)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  try {
    return await work(closers)
  } finally {
    await closers.close()
  }
}
