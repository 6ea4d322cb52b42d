import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, inject } from 'vitest'
import { type ServerProcess, type StartingServer, spawnServer } from '../server-process.ts'
import type {} from './setup.ts'

/* Programs that a test starts as processes: the command line, examples, and the server built from the sources under test. */

export type Environment = Record<string, string>

/** How a program ended, and all that it printed. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Makes the environment in which a program calls this server with the key of this company. */
export const environmentFor = ({ url }: { url: string }, { key }: { key: string }): Environment => ({
  BOARDWALK_URL: `${url}/api`,
  BOARDWALK_API_KEY: key,
})

/** Path of a built program, by the path of its source. setup.ts lists the programs and builds them. */
export const builtProgram = (source: string) => join(inject('builtPrograms'), source.replace(/\.ts$/, '.js'))

/** Waits until the text of a stream matches the pattern, and returns the match. */
export const shows = (stream: Readable, pattern: RegExp) =>
  new Promise<RegExpExecArray>((resolve) => {
    let text = ''
    stream.on('data', (data) => {
      text += data
      const found = pattern.exec(text)
      if (found !== null) resolve(found)
    })
  })

async function readResult(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

/** Gives the tests of one file a new folder, in which their programs run and which is their home. */
export function usePrograms() {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boardwalk-program-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  return {
    /** Path of a file in the folder. */
    path: (name: string) => join(folder, name),
    write: (name: string, content: string) => writeFile(join(folder, name), content),
    /** Starts a program with only this environment, PATH and HOME. Its standard input stays open. */
    start(
      command: string,
      args: string[],
      env: Environment,
    ): ChildProcessWithoutNullStreams & { result: Promise<Ended> } {
      const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...env } })
      // A program may end before it reads its input.
      child.stdin.on('error', () => {})
      return Object.assign(child, { result: readResult(child) })
    },
  }
}

type Settings = Record<string, string>

// The limit of forms is off, because every form of a test comes from one address.
const defaults = { LOG_LEVEL: 'silent', APPLICATIONS_PER_HOUR: '1000000' }

/** Starts a server on a free port and waits until it serves. What it prints is appended to `logFile`. */
export async function startBuiltServer(settings: Settings, logFile?: string): Promise<ServerProcess> {
  const starting = spawnBuiltServer(settings, logFile)
  return { ...starting, url: await starting.url }
}

/** Starts a server on a free port: for a test in which it may not come to serve. */
export function spawnBuiltServer(settings: Settings, logFile?: string): StartingServer {
  return spawnServer({
    ...(logFile !== undefined && { logFile }),
    settings: { ...defaults, ...settings },
    program: builtProgram('apps/api/src/main.ts'),
    nodeArgs: [`--import=${builtProgram('apps/api/src/tracing.ts')}`],
  })
}

/** Runs an operator's command to its end. */
export function runBuiltAdmin(settings: Settings, ...command: string[]): Promise<Ended> {
  const env = { ...process.env, ...defaults, ...settings }
  return readResult(spawn(process.execPath, [builtProgram('apps/api/src/admin.ts'), ...command], { env }))
}
