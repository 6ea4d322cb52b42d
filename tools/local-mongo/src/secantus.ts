import { fileURLToPath } from 'node:url'
import { startChildServer } from './child-server.ts'
import type { DatabaseServer, Launch } from './database-server.ts'
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

/** Finds or installs SecantusDB's Python server. */
export const findSecantus = (log: (line: string) => void): Promise<string> => pythonWith(secantus, { log })

/** Starts SecantusDB's Python server. */
export async function startSecantus(
  python: string,
  { data, log, port, isForTests, onEnd }: Launch,
): Promise<DatabaseServer> {
  // -I makes Python ignore PYTHONPATH and a folder named secantus in the working directory.
  const args = ['-I', '-u', program, data, String(port), isForTests ? 'tests' : 'development']
  // Variables such as SECANTUS_DATA_NONLOGGED, which loses data, change how it stores data.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SECANTUS|WIREDTIGER)_/.test(name)))
  const { line, pid, stop } = await startChildServer(python, args, { log, env, onEnd })
  return { uri: `mongodb://127.0.0.1:${line}/?replicaSet=secantus`, pid, stop }
}
