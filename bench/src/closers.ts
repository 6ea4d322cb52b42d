const INTERRUPTED = 130

/** What a program has opened, to be closed in the end: the last one first. */
export type Closers = (() => unknown)[]

/** Closes everything, also what is left after one that fails. Throws the first error in the end. */
export async function closeAll(closers: Closers): Promise<void> {
  const errors: unknown[] = []
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Runs a program and closes what it opened, also if it fails or a signal ends it. */
export async function withClosers(work: (closers: Closers) => Promise<void>): Promise<void> {
  const closers: Closers = []
  // The exit of this process kills its servers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void closeAll(closers).finally(() => process.exit(INTERRUPTED)))
  await work(closers).finally(() => closeAll(closers))
}

/** Runs a program, and prints its error. */
export function start(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
