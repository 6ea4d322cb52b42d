import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { lastLines } from './private-file.ts'

interface Where {
  cwd?: string
  /** Settings besides those of this process. */
  env?: NodeJS.ProcessEnv
  /** How many of the last lines that it printed an error shows. */
  linesMax?: number
}

/** What a command printed. */
interface Printed {
  stdout: string
  stderr: string
}

/** Runs a command and answers what it printed. If the command fails, throws an error with its last lines. */
export function run(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  { cwd, env, linesMax }: Where = {},
): Promise<Printed> {
  return new Promise((done, reject) => {
    const settings = { ...process.env, ...env }
    const options = { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024, cwd, env: settings } as const
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) return done({ stdout, stderr })
      const how = error.killed ? `did not end within ${timeoutMs / 1000} s` : `failed (${error.code ?? error.signal})`
      const said = lastLines(`${stdout}\n${stderr}`, linesMax)
      reject(new Error(`${[command, ...args].join(' ')} ${how}${said === '' ? '' : `:\n${said}`}`))
    })
  })
}

/** Finds the path of a program by its name, as a shell does. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => resolve(folder, name)).find(isProgram)
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
