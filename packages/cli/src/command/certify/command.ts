import { type Command, InvalidArgumentError } from 'commander'
import { addResultOptions, type ResultFlags, type Shell } from '../../shell.ts'
import type { CertifyFlags } from './run.ts'

const examples = `Examples:
  boardwalk certify --stored 'ls candidates | cut -d. -f1' -- python3 sync.py
  boardwalk certify --report report --stored ./list.sh -- ./sync.sh
  boardwalk certify --scenario answer-lost -- ./sync.sh
`

const after = `
Certify starts a board in memory for each scenario, runs your program against it,
lets what can go wrong go wrong, and says what your candidates and jobs would
have suffered. Nothing else is needed: no account, no database.

The program gets BOARDWALK_URL, BOARDWALK_API_KEY, BOARDWALK_SCENARIO and
BOARDWALK_JOBS: the path of a file {"jobs": [...]} with the jobs that your system
has now. A closed job has the status UNPUBLISHED. The program runs in a new folder
for each scenario, where it finds nothing from before. If it ends, it is started
again, as by cron. If it runs on, let it look for work each second.

--stored prints the candidates that your program holds, a line for each: the id,
and if you keep the status a tab and the status. It runs in the program's folder.
--prepare runs before each scenario: to empty a database, for example.

Exit status: 0 all scenarios passed, 1 a scenario failed, 2 usage, 130 interrupted
`

/** Adds the command `boardwalk certify`. */
export function addCertify(program: Command, shell: Shell): void {
  const certify = program
    .command('certify')
    .description('run your program against a board on which everything fails that can fail')
    .argument('<program...>', 'your program and its arguments, after --')
    .option('--scenario <name>', 'play only this one; may be repeated', (name, before: string[] = []) => [
      ...before,
      name,
    ])
    .option('--report <folder>', 'write the report there, as text, Markdown, JSON and JUnit')
    .option('--stored <command>', 'prints the candidates that your program holds')
    .option('--prepare <command>', 'runs before each scenario')
    .option('--timeout <seconds>', 'how long the program may take for one thing', parseSeconds, 30)
  addResultOptions(certify, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((command: string[], flags: CertifyFlags & ResultFlags) =>
      shell.run(flags, async (run) => (await import('./run.ts')).runCertify(run, command, flags)),
    )
}

function parseSeconds(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds, at least 1.')
  return Number(text)
}
