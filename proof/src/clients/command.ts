import { run as runCommand } from '@boardwalk/local-mongo/command'

interface Where {
  cwd: string
  /** Settings besides those of this process. */
  env?: NodeJS.ProcessEnv
}

/** A compiler may have to compile all dependencies first. */
const TIMEOUT_MS = 30 * 60 * 1000
/** The lines of a compiler's error. */
const LINES_MAX = 30

/** Runs a command and answers what it printed on both outputs: generators print their warnings on either. */
export async function run([program = '', ...args]: string[], where: Where): Promise<string> {
  const { stdout, stderr } = await runCommand(program, args, TIMEOUT_MS, { ...where, linesMax: LINES_MAX })
  return `${stdout}${stderr}`
}
