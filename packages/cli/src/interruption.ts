import type { World } from './shell.ts'

/** Ctrl-C in two steps: the first finishes what is on its way, the second ends it. */
export interface Interruption {
  /** Aborted by the first: begin nothing more. */
  stop: AbortSignal
  /** Aborted by the second: wait for nothing any more. */
  abort: AbortSignal
}

/** Does work that Ctrl-C may end; `say` tells the person who pressed it what goes on. */
export async function interruptible<Result>(
  { onInterrupt }: Pick<World, 'onInterrupt'>,
  say: (line: string) => void,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const abort = new AbortController()
  const unlisten = onInterrupt(() => {
    if (stop.signal.aborted) return abort.abort()
    say('Finishing what is on its way; once more to stop at once.')
    stop.abort()
  })
  try {
    return await work({ stop: stop.signal, abort: abort.signal })
  } finally {
    unlisten()
  }
}
