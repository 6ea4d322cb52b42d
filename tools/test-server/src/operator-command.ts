import { execFile } from 'node:child_process'
import { devNull } from 'node:os'
import { promisify } from 'node:util'
import { sourceFile } from './source-file.ts'

/**
 * Runs an operator's command, as `npm run admin -- … --json` does, and answers the object that it prints. `settings` are
 * environment variables besides those of this process; they name the database.
 * The command does not look for servers that run on this machine, unless they name a `SERVERS_DIR`.
 */
export async function runOperatorCommand<Result>(settings: NodeJS.ProcessEnv, ...command: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [sourceFile('apps/api/dist/admin.js'), ...command, '--json'],
    { env: { ...process.env, SERVERS_DIR: devNull, ...settings } },
  )
  return JSON.parse(stdout)
}
