const INTERRUPTED = 130

/** What a program has opened, to be closed in the end: the last one first. */
export type Closers = (() => unknown)[]

/** Closes everything, also what is left after one that fails. */
export async function closeAll(closers: Closers): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop())
    await Promise.resolve(close()).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
}

/** Runs a program and closes what it opened, also if it fails or a signal ends it. */
export async function withClosers(work: (closers: Closers) => Promise<void>): Promise<void> {
  const closers: Closers = []
  // The exit of this process kills its servers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void closeAll(closers).finally(() => process.exit(INTERRUPTED)))
  await work(closers).finally(() => closeAll(closers))
}
