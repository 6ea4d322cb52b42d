import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import { exitCode, exitCodesHelp, Failure, tellFailure } from '../../failure.ts'
import { createEncodingOption } from '../../feed-flags.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { addResultOptions, listFormats, type ResultFlags, type Shell } from '../../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {
  format?: LinkFormat
  encoding?: string
}

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
    .addOption(new Option('--format <format>', 'format of the file').choices(linkFormats))
    .addOption(createEncodingOption())
  addConnectionOptions(command)
  addResultOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp + exitCodesHelp)
    .action((args: string[], flags: Flags) =>
      shell.run(flags, (output, format) => setLinks(shell, args, flags, output, format)),
    )
}

async function setLinks({ world }: Shell, args: string[], flags: Flags, output: Output, format: OutputFormat) {
  const [{ parsePairs, readLinks }, { Linking }, { printRecords }, { runInterruptible }] = await Promise.all([
    import('./link-file.ts'),
    import('./linking.ts'),
    import('../../records.ts'),
    import('../../shell.ts'),
  ])
  const file = findFile(args)
  if (flags.apiKeyStdin === true && file === '-')
    throw new Failure(
      'Standard input cannot hold both the links and the key. Put the links into a file.',
      exitCode.usage,
    )
  const { jobs } = await connect(world, flags, output)
  let skipped = 0

  return runInterruptible(world, output.say, async (interruption) => {
    const rows =
      file === undefined ? parsePairs(args) : readLinks(file, flags, world.stdin, interruption.stop, () => skipped++)
    const linking = new Linking(jobs, interruption)
    let failed = 0
    async function* results() {
      for await (const result of linking.results(rows)) {
        if (result.error !== null) failed++
        yield result
      }
    }
    await printRecords(output, format, {
      name: 'links',
      columns: [
        { name: 'platformJobId', text: ({ platformJobId }) => String(platformJobId ?? '') },
        { name: 'externalJobId', text: ({ externalJobId }) => externalJobId ?? '' },
        { name: 'status', text: ({ status }) => status },
        { name: 'problem', text: ({ line, error }) => (error === null ? '' : formatProblem(line, error.message)) },
      ],
      items: results(),
      more: () => ({ skipped, error: linking.stoppedBy === undefined ? null : tellFailure(linking.stoppedBy) }),
    })
    if (linking.stoppedBy !== undefined) output.say(`Error: ${linking.stoppedBy.message}`, 'red')
    sayCounts(output, { skipped, failed })
    if (interruption.stop.aborted) return exitCode.interrupted
    if (linking.stoppedBy !== undefined) return linking.stoppedBy.exitCode
    return failed > 0 ? exitCode.someRowsFailed : exitCode.done
  })
}

function sayCounts(output: Output, { skipped, failed }: { skipped: number; failed: number }): void {
  if (skipped > 0)
    output.say(skipped === 1 ? '1 row has no id and was skipped' : `${skipped} rows have no id and were skipped`)
  if (failed > 0) output.say(`${failed} ${failed === 1 ? 'link was' : 'links were'} not set`, 'red')
}

const formatProblem = (line: number | undefined, message: string) =>
  line === undefined ? message : `line ${line}: ${message}`

export const linkFormats = ['json', 'ndjson', 'csv'] as const
export type LinkFormat = (typeof linkFormats)[number]

/** Finds the file that the arguments name; undefined if they are pairs such as `42=A-17`. Throws a Failure for anything else. */
export function findFile(args: string[]): string | undefined {
  if (args.every(isPair)) return undefined
  const [file = ''] = args
  if (args.length === 1 && (!file.includes('=') || existsSync(file))) return file
  const wrong = args.find((arg) => arg.includes('=') && !isPair(arg))
  throw new Failure(
    wrong === undefined ? 'Give either pairs such as 42=A-17, or one file' : `${wrong}: ${explainPair(wrong)}`,
    exitCode.usage,
  )
}

const isPair = (argument: string) => /^\d+=./s.test(argument)

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
