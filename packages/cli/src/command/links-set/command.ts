import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import { exitCodesHelp } from '../../failure.ts'
import { addPairOptions, checkInput, findPairFile, type PairFlags } from '../../pairs/flags.ts'
import { listFormats, type Shell } from '../../shell.ts'

interface Flags extends ConnectionFlags, PairFlags {}

const examples = `Examples:
  boardwalk links set 42=A-17 43=A-18
  boardwalk links set links.csv
  boardwalk jobs list -o csv > jobs.csv      then fill in the column "id"
  boardwalk links set jobs.csv -o csv
`

const after = `
A link gives your id to a job that the board already has. A file of links is a
JSON list of {"platformJobId": 42, "externalJobId": "A-17"}, an object
{"links": [...]}, one such link per line, or CSV with these two columns. The
columns may also be named "jobId" and "id", as in the output of jobs list; then
rows without an id are skipped. A file may be packed with gzip. A job that
already has the same id counts as done.
`

/** Adds the command `boardwalk links set`. */
export function addLinksSet(links: Command, shell: Shell): void {
  const command = links
    .command('set')
    .description('give your ids to jobs that the board already has')
    .argument(
      '<links...>',
      'pairs of the board’s job id and your id, such as 42=A-17; or a file; or - for standard input',
    )
  addPairOptions(command)
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp + exitCodesHelp)
    .action((args: string[], flags: Flags) =>
      shell.run(flags, async (run) => {
        const { setLinks } = await import('./linking.ts')
        const file = findPairFile(args, isPair, explain)
        checkInput(file, flags, 'links')
        const { jobs } = await connect(run, flags)
        return setLinks(run, jobs, { file, args, ...flags })
      }),
    )
}

const isPair = (argument: string) => /^\d+=./s.test(argument)

const explain = (wrong: string | undefined) =>
  wrong === undefined ? 'Give either pairs such as 42=A-17, or one file' : `${wrong}: ${explainPair(wrong)}`

/** Explains what is wrong with a pair, and which side holds which id. */
function explainPair(pair: string): string {
  const at = pair.indexOf('=')
  const left = pair.slice(0, at)
  const right = pair.slice(at + 1)
  const sides = 'the board’s job id stands left of the equal sign, and your id right of it'
  if (/^\d+$/.test(right) && left !== '') return `${sides}. Did you mean ${right}=${left}?`
  const example = /^\d+$/.test(left) ? `${left}=A-17` : `42=${right === '' ? 'A-17' : right}`
  return `${sides}, such as ${example}`
}
