import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, inject } from 'vitest'
import type {} from './provided.ts'

/* Programs that a test starts as processes of their own, such as the command line and the examples. */

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

/** Path of a built program, by the path of its source. build-programs.ts lists the programs and builds them. */
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
      const result = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
        ([[code], stdout, stderr]) => ({ code, stdout, stderr }),
      )
      return Object.assign(child, { result })
    },
  }
}
