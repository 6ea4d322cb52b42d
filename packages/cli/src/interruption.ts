import type { World } from './shell.ts'

/** Ctrl-C in two steps: the first one lets work under way finish, the second one ends it. */
export interface Interruption {
  /** Aborted by the first Ctrl-C: start no new work. */
  stop: AbortSignal
  /** Aborted by the second Ctrl-C: stop waiting for work under way. */
  abort: AbortSignal
}

/** Runs work that Ctrl-C may end. After the first Ctrl-C, `say` tells the user that the work is being finished. */
export async function runInterruptible<Result>(
  { onInterrupt }: Pick<World, 'onInterrupt'>,
  say: (line: string) => void,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const abort = new AbortController()
  const unlisten = onInterrupt(() => {
    if (stop.signal.aborted) return abort.abort()
    say('Finishing the work under way. Press Ctrl-C again to stop at once.')
    stop.abort()
  })
  try {
    return await work({ stop: stop.signal, abort: abort.signal })
  } finally {
    unlisten()
  }
}
