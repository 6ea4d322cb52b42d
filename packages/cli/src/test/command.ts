import { PassThrough, Writable } from 'node:stream'
import type { Ended } from '@boardwalk/test-server/vitest/program'
import { run } from '../program.ts'

/* Runs the `boardwalk` command inside the test's process, which is a second faster than a separate process. */

interface Surroundings {
  env: Record<string, string>
  /** Whether standard input and standard error are a terminal. */
  isTerminal?: boolean
  /** Width of the terminal that shows standard output; without it standard output is no terminal. */
  columns?: number
}

export interface Command {
  stdin: PassThrough
  /** Waits until standard error has these words. */
  said(words: string): Promise<void>
  /** Presses Ctrl-C. */
  interrupt(): void
  result: Promise<Ended>
}

/** Starts the command. Its standard input stays open. */
export function startCommand(args: string[], { env, isTerminal = false, columns }: Surroundings): Command {
  const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal, setRawMode: () => stdin })
  const stdout = Object.assign(collector(), columns === undefined ? {} : { isTTY: true, columns })
  const stderr = Object.assign(collector(), { isTTY: isTerminal, columns: 80 })
  const listeners = new Set<() => void>()
  const world = {
    stdin,
    stdout,
    stderr,
    env,
    onInterrupt(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const result = run(args, world).then((code) => ({ code, stdout: stdout.text, stderr: stderr.text }))
  return {
    stdin,
    result,
    interrupt() {
      for (const listener of listeners) listener()
    },
    said: (words) =>
      new Promise((resolve) => {
        const look = () => stderr.text.includes(words) && resolve()
        stderr.onText = look
        look()
      }),
  }
}

/** Runs the command to its end. */
export function runCommand(args: string[], surroundings: Surroundings, input = ''): Promise<Ended> {
  const { stdin, result } = startCommand(args, surroundings)
  stdin.end(input)
  return result
}

function collector() {
  const stream = Object.assign(new Writable({ decodeStrings: false, write }), { text: '', onText: () => {} })
  function write(chunk: Buffer | string, _encoding: string, taken: () => void): void {
    stream.text += chunk
    stream.onText()
    taken()
  }
  return stream
}
