import { type Command, Option } from 'commander'
import { type ConnectionFlags, connect, connectionHelp, withConnection } from '../../connection.ts'
import { exitCode, exitCodesHelp, Failure } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'
import { type LinkFormat, linkFormats } from './link-format.ts'

interface Flags extends ConnectionFlags, ResultFlags {
  format?: LinkFormat
}

const examples = `Examples:
  boardwalk links set 42=A-17 43=A-18
  boardwalk links set links.csv
  boardwalk jobs list -o csv > jobs.csv      fill in the column "id", and then
  boardwalk links set jobs.csv -o csv
`

const after = `
A link gives a job that the board has already your id. A file is a JSON list
of {"platformJobId": 42, "externalJobId": "A-17"}, or {"links": [...]}, or one
of them a line, or CSV with these two columns; "jobId" and "id" are other names
of the two. A job that has the id already counts as done.
`

/** `boardwalk links set` */
export function addLinksSet(links: Command, shell: Shell): void {
  const command = links
    .command('set')
    .description('give your ids to jobs that the board has already')
    .argument('<links...>', 'pairs of the board’s job id and yours, as 42=A-17; or a file, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the file').choices(linkFormats))
  withConnection(command)
  withResult(command, ['table', 'json', 'ndjson', 'csv'])
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp + exitCodesHelp)
    .action((args: string[], flags: Flags) =>
      shell.run(flags, (output, format) => setLinks(shell, args, flags, output, format)),
    )
}

const isPair = (argument: string) => /^\d+=./s.test(argument)

async function setLinks({ world }: Shell, args: string[], flags: Flags, output: Output, format: OutputFormat) {
  const [{ linksOf, readLinks }, { Linking }, { printRecords }, { interruptible }] = await Promise.all([
    import('./link-file.ts'),
    import('./linking.ts'),
    import('../../records.ts'),
    import('../../interruption.ts'),
  ])
  const [file = ''] = args
  const isFile = args.length === 1 && !isPair(file)
  if (!isFile && !args.every(isPair))
    throw new Failure('Give either pairs such as 42=A-17, or one file', exitCode.usage)
  if (flags.apiKeyStdin === true && file === '-')
    throw new Failure('Standard input cannot be both the links and the key', exitCode.usage)
  const { jobs } = await connect(world, flags)
  const rows = isFile ? readLinks(file, flags.format, world.stdin) : linksOf(args)

  return interruptible(world, output.say, async (interruption) => {
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
        { name: 'platformJobId', of: ({ platformJobId }) => String(platformJobId ?? '') },
        { name: 'externalJobId', of: ({ externalJobId }) => externalJobId ?? '' },
        { name: 'status', of: ({ status }) => status },
        { name: 'problem', of: ({ line, error }) => (error === null ? '' : placed(line, error.message)) },
      ],
      items: results(),
      more: () => ({ error: linking.stoppedBy === undefined ? null : { message: linking.stoppedBy.message } }),
    })
    if (linking.stoppedBy !== undefined) output.say(output.colors.red(`Error: ${linking.stoppedBy.message}`))
    if (failed > 0) output.say(output.colors.red(`${failed} ${failed === 1 ? 'link was' : 'links were'} not set`))
    if (interruption.stop.aborted) return exitCode.interrupted
    if (linking.stoppedBy !== undefined) return linking.stoppedBy.exitCode
    return failed > 0 ? exitCode.someRowsFailed : exitCode.done
  })
}

const placed = (line: number | undefined, message: string) =>
  line === undefined ? message : `line ${line}: ${message}`
