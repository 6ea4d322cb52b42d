/** Closes what a program has opened, however the program ends. */
export interface Closers {
  /** Adds something to close. The last one added is closed first. */
  add(close: () => unknown): void
  close(): Promise<void>
}

export function createClosers(): Closers {
  const all: (() => unknown)[] = []
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    for (let close = all.pop(); close !== undefined; close = all.pop()) await close()
  }
  return {
    add: (close) => void all.push(close),
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

/** Runs a program and closes what it opened, also if it fails or a signal ends it. */
export async function withClosers<Result>(work: (closers: Closers) => Promise<Result>): Promise<Result> {
  const closers = createClosers()
  // Not `once`: after a Ctrl-C in the terminal, npm sends the signal a second time.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void closers.close().finally(() => process.exit(130)))
  try {
    return await work(closers)
  } finally {
    await closers.close()
  }
}
