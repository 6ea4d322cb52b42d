import { type Expectation, expectations } from '@boardwalk/certify/scenario'
import { type Command, InvalidArgumentError } from 'commander'
import { addResultOptions, type ResultFlags, type Shell } from '../../shell.ts'
import type { CertifyFlags } from './run.ts'

const examples = `Examples:
  boardwalk certify --stored 'ls candidates | cut -d. -f1' -- python3 sync.py
  boardwalk certify --expect candidates,jobs --report report --stored ./list.sh -- ./sync.sh
  boardwalk certify --scenario answer-lost -- ./sync.sh
`

const after = `
Certify starts a board in memory for each scenario, runs your program against it,
makes something fail, and says which candidates and jobs your program would have
lost or left wrong. Nothing else is needed: no account, no database.

The program gets BOARDWALK_URL, BOARDWALK_API_KEY, BOARDWALK_SCENARIO and
BOARDWALK_JOBS: the path of a file {"jobs": [...]} with the jobs that your system
has now. A closed job has the status UNPUBLISHED. The program runs in a new folder
for each scenario, where it finds nothing from before, and several scenarios are
played at the same time. If it ends, it is started again, as by cron. If it runs
on, let it look for work each second.

--stored prints the candidates that your program holds, a line for each: the id,
and if you keep the status a tab and the status. It runs in the program's folder.
--prepare runs before each scenario: to empty a database, for example. With it,
one scenario is played after the other.
--expect names what your program does, of candidates,cvs,statuses,erasures,jobs.
What it is not seen to do is not tested, and with --expect that is a failure.
--timeout begins again as long as your program gets on.

Exit status: 0 nothing failed, 1 something failed, 2 usage, 130 interrupted
`

/** Adds the command `boardwalk certify`. */
export function addCertify(program: Command, shell: Shell): void {
  const certify = program
    .command('certify')
    .description('test your program against lost answers, crashes, revoked keys and other faults')
    .argument('<program...>', 'your program and its arguments, after --')
    .option('--scenario <name>', 'play only this one; may be repeated', (name, before: string[] = []) => [
      ...before,
      name,
    ])
    .option('--report <folder>', 'write the report there, as text, Markdown, JSON and JUnit')
    .option('--stored <command>', 'prints the candidates that your program holds')
    .option('--prepare <command>', 'runs before each scenario')
    .option('--expect <names>', 'fail unless the program is seen to do these', parseExpected, [])
    .option('--timeout <seconds>', 'how long the program may take for one thing', parseSeconds, 30)
  addResultOptions(certify, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((command: string[], flags: CertifyFlags & ResultFlags) =>
      shell.run(flags, async (run) => (await import('./run.ts')).runCertify(run, command, flags)),
    )
}

const names = Object.keys(expectations) as Expectation[]
const isName = (word: string): word is Expectation => names.some((name) => name === word)

function parseExpected(text: string): Expectation[] {
  const words = text.split(',').map((word) => word.trim())
  const expected = words.filter(isName)
  if (expected.length === words.length) return expected
  throw new InvalidArgumentError(`Choose from: ${names.join(',')}.`)
}

function parseSeconds(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds, at least 1.')
  return Number(text)
}
