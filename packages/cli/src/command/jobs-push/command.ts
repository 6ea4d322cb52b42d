import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ConnectionFlags, connect, connectionHelp, withConnection } from '../../connection.ts'
import { exitCode, Failure } from '../../failure.ts'
import { type Format, formats } from '../../feed/format.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'
import type { Send } from './push.ts'

interface Flags extends ConnectionFlags, ResultFlags {
  format?: Format
  map?: string
  dryRun?: true
  concurrency: number
  failFast?: true
  report?: string
}

const examples = `Examples:
  boardwalk jobs push jobs.csv --dry-run           check a feed, send nothing
  boardwalk jobs push jobs.xml --report out.ndjson
  curl -s https://ats.example.com/jobs | boardwalk jobs push - --map names.json
  boardwalk jobs push jobs.json --json 2>/dev/null | jq .failed
`

const after = `
The format is told by the file's name, or else by how the feed begins:
  json    a list of jobs, or {"jobs": [...]}      ndjson  one job a line
  csv     a line of column names, then the rows; "," ";" or tab; lists as "Rabat|Fès"; an empty cell is absent
  xml     <source><job><title>...</title></job></source>; <referencenumber> is the id where there is no <id>
A field that no job has is kept as an extra one. --map takes {"Ref": "id", "Notes": null}; null drops a field.
${connectionHelp}
Exit status: 0 done, 1 failure, 2 usage, 3 some rows failed, 4 not authorised, 5 board unavailable, 130 interrupted
`

/** `boardwalk jobs push` */
export function addJobsPush(jobs: Command, shell: Shell): void {
  const command = jobs
    .command('push')
    .description('create and update jobs from a feed; what the board has already stays as it is')
    .argument('<file>', 'a feed, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the feed').choices(formats))
    .option('--map <file>', 'rename fields of the feed, by a JSON object of names')
    .option('--dry-run', 'check the feed and send nothing; needs no board and no key')
    .option('--concurrency <number>', 'requests at once, 1 to 32; each has 100 jobs', concurrencyOf, 4)
    .option('--fail-fast', 'stop at the first row that fails')
    .option('--report <file>', 'write what became of each row, one JSON object a line')
  withConnection(command)
  withResult(command, ['table', 'json', 'ndjson'])
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((file: string, flags: Flags) => push(shell, file, flags))
}

function concurrencyOf(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 32) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 32.')
}

const push = (shell: Shell, file: string, flags: Flags) =>
  shell.run(flags, async (output, outputFormat) => {
    // Loaded only now, so that help and mistakes answer at once.
    const [{ parseFieldNames }, { isSameFile, openInput }, { pushJobs, sendNothing }, { noReport, openReport }] =
      await Promise.all([
        import('../../feed/field-map.ts'),
        import('../../input.ts'),
        import('./push.ts'),
        import('./report.ts'),
      ])
    const { map, report: reportPath, format, concurrency } = flags
    const fieldNames = map === undefined ? new Map() : parseFieldNames(await textOfFile(map), map)
    if (reportPath !== undefined && (await isSameFile(reportPath, file)))
      throw new Failure(`${file} is the feed; the report would overwrite it`, exitCode.usage)
    if (flags.apiKeyStdin === true && file === '-')
      throw new Failure('Standard input cannot be both the feed and the key', exitCode.usage)
    const isDryRun = flags.dryRun === true
    const boardwalk = isDryRun ? undefined : await connect(shell.world, flags)
    const send: Send =
      boardwalk === undefined ? sendNothing : (jobs, signal) => boardwalk.jobs.upsertMany(jobs, { concurrency, signal })
    const input = await openInput(file, shell.world.stdin)
    const report = reportPath === undefined ? noReport : await openReport(reportPath)
    const failFast = flags.failFast === true
    const options = { input, format, fieldNames, send, isDryRun, failFast, report, outputFormat }
    return pushJobs(options, output, shell.world.onInterrupt)
  })

async function textOfFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read: there is no such file`, exitCode.failure, { cause: error })
  }
}
