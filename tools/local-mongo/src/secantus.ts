import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseServer, Launch } from './database-server.ts'
import { lastLines, readIfThere } from './private-file.ts'
import { type PythonPackage, pythonWith } from './python-environment.ts'

const version = '0.7.0b3'
const secantus: PythonPackage = {
  name: 'SecantusDB',
  version,
  folder: `secantus-py-${version}`,
  minors: { min: 10, max: 13 },
  // Building from source would need a compiler and minutes.
  pip: ['--only-binary', 'SecantusDB'],
}
const program = fileURLToPath(new URL('../secantus_server.py', import.meta.url))
const END_MS_MAX = 15_000

/** Finds or installs SecantusDB's Python server. */
export const findSecantus = (log: (line: string) => void): Promise<string> => pythonWith(secantus, { log })

/**
 * Starts SecantusDB's Python server. It ends when its standard input is closed, so also when this process is killed. In its own
 * process group, it does not receive the terminal's Ctrl-C, so this process can finish requests first.
 */
export async function startSecantus(
  python: string,
  { data, log, port, isForTests, onEnd }: Launch,
): Promise<DatabaseServer> {
  const output = openSync(log, 'w', 0o600)
  // -I makes Python ignore PYTHONPATH and a folder named secantus in the working directory.
  const args = ['-I', '-u', program, data, String(port), isForTests ? 'tests' : 'development']
  // Variables such as SECANTUS_DATA_NONLOGGED, which loses data, change how it stores data.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SECANTUS|WIREDTIGER)_/.test(name)))
  const child = spawn(python, args, { detached: true, env, stdio: ['pipe', 'pipe', output] })
  closeSync(output)
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error(`${python} could not be started`)
  child.unref()
  const ended = once(child, 'exit')
  ended.then(([code, signal]) => onEnd(String(code ?? signal))).catch(() => {})
  // A server that ended cannot read its standard input.
  stdin.on('error', () => {})
  for await (const line of createInterface(stdout)) {
    stdout.destroy()
    return {
      uri: `mongodb://127.0.0.1:${line}/?replicaSet=secantus`,
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
