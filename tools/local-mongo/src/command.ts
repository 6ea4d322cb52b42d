import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { lastLines } from './private-file.ts'

/** Runs a command and answers its standard output. If the command fails, throws an error with its last lines. */
export function run(command: string, args: readonly string[], timeoutMs: number): Promise<string> {
  return new Promise((done, reject) => {
    const options = { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 } as const
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) return done(stdout)
      const how = error.killed ? `did not end within ${timeoutMs / 1000} s` : `failed (${error.code ?? error.signal})`
      const said = lastLines(`${stdout}\n${stderr}`)
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
