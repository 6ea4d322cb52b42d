import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Where {
  cwd: string
  /** Settings besides those of this process. */
  env?: NodeJS.ProcessEnv
}

const timeoutMs = 30 * 60 * 1000

/** Runs a command and answers what it printed on both outputs. If it fails, throws its last lines. */
export function run([program = '', ...args]: string[], { cwd, env }: Where): Promise<string> {
  return new Promise((done, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 }
    execFile(program, args, options, (error, stdout, stderr) => {
      const printed = `${stdout}${stderr}`
      if (error === null) return done(printed)
      const lines = printed.trim().split('\n').slice(-30)
      reject(new Error([`${program} ended with ${error.code ?? error.signal}`, ...lines].join('\n    ')))
    })
  })
}

/** Finds the programs that are not on PATH. */
export function findMissing(programs: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const isThere = (name: string) =>
    folders.some((folder) => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  return programs.filter((name) => !isThere(name))
}
