import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sourceFile } from './source-file.ts'

/**
 * Runs an operator's command, as `npm run admin -- … --json` does, and answers the object that it prints. `settings` are
 * environment variables besides those of this process; they name the database.
 */
export async function runOperatorCommand<Result>(settings: NodeJS.ProcessEnv, ...command: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [sourceFile('apps/api/dist/admin.js'), ...command, '--json'],
    { env: { ...process.env, ...settings } },
  )
  return JSON.parse(stdout)
}
