import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { lastLines } from './private-file.ts'

/** What a command prints; throws its last lines when it fails. */
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

/** The path of a program that the shell would find by this name. */
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
