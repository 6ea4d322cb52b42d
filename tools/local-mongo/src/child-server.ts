import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { lastLines, readIfThere } from './private-file.ts'

const END_MS_MAX = 15_000

interface Launch {
  /** The file that gets what the server prints to standard error. */
  log: string
  /** The server's whole environment. Default: that of this process. */
  env?: NodeJS.ProcessEnv
  onEnd?: (how: string) => void
}

export interface ChildServer {
  /** The line that the server printed when it was ready. */
  line: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts a server that prints one line when it is ready, and ends when its standard input is closed, so also when this process is
 * killed. In its own process group, it does not receive the terminal's Ctrl-C, so this process can finish requests first. If the
 * server ends before it is ready, throws an error with the end of its log.
 */
export async function startChildServer(
  command: string,
  args: readonly string[],
  { log, env, onEnd = () => {} }: Launch,
): Promise<ChildServer> {
  const output = openSync(log, 'w', 0o600)
  const child = spawn(command, args, { detached: true, env, stdio: ['pipe', 'pipe', output] })
  closeSync(output)
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error(`${command} could not be started`)
  child.unref()
  const ended = once(child, 'exit')
  ended.then(([code, signal]) => onEnd(String(code ?? signal))).catch(() => {})
  // A server that ended cannot read its standard input.
  stdin.on('error', () => {})
  for await (const line of createInterface(stdout)) {
    stdout.destroy()
    return {
      line,
      pid: child.pid ?? 0,
      async stop() {
        stdin.end()
        const late = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX)
        await ended
        clearTimeout(late)
      },
    }
  }
  throw new Error(`the server did not start; the end of its log:\n${lastLines(readIfThere(log) ?? '')}`)
}
