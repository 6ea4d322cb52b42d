/** What must be closed when a program ends, however it does. */
export interface Closers {
  /** Whatever is opened last is closed first. */
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

/** Runs a program that opens things: they are closed in any case. */
export async function withClosers<Result>(work: (closers: Closers) => Promise<Result>): Promise<Result> {
  const closers = createClosers()
  // Every time: npm passes on a Ctrl-C that the terminal has sent already.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void closers.close().finally(() => process.exit(130)))
  try {
    return await work(closers)
  } finally {
    await closers.close()
  }
}
