import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, inject } from 'vitest'

/* Programs that ask the server, each as a process of its own. */

export type Environment = Record<string, string>

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Path of a program that was built for this run, by the path of its source; built-programs.ts lists them. */
export const builtProgram = (source: string) => join(inject('builtPrograms'), source.replace(/\.ts$/, '.js'))

/** What a stream brings that fits the pattern; ends as soon as it does. */
export const shows = (stream: Readable, pattern: RegExp) =>
  new Promise<RegExpExecArray>((resolve) => {
    let text = ''
    stream.on('data', (data) => {
      text += data
      const found = pattern.exec(text)
      if (found !== null) resolve(found)
    })
  })

/** A folder that is empty at first, in which programs run that call it their home, for the tests of one file. */
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
    /** Starts a program with nothing in its environment but what is given; its standard input stays open. */
    start(
      command: string,
      args: string[],
      env: Environment,
    ): ChildProcessWithoutNullStreams & { result: Promise<Ended> } {
      const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...env } })
      // A program that ends before it reads is no fault of the writer.
      child.stdin.on('error', () => {})
      const result = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
        ([[code], stdout, stderr]) => ({ code, stdout, stderr }),
      )
      return Object.assign(child, { result })
    },
  }
}
