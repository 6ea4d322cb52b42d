import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Command, InvalidArgumentError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { type ExitCode, exitCode, Failure } from './failure.ts'
import { type Format, formats } from './feed/format.ts'
import { createOutput, type Output, type OutputFormat, outputFormats, type Stream } from './output.ts'

/** What a command takes from the process that runs it. */
export interface World {
  stdin: Readable
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
  /** Listens for Ctrl-C until the function that it returns is called. */
  onInterrupt(listener: () => void): () => void
}

interface PushFlags {
  format?: Format
  map?: string
  dryRun?: true
  concurrency: number
  failFast?: true
  report?: string
  url?: string
  apiKeyStdin?: true
  output: OutputFormat
  json?: true
}

const examples = `Examples:
  boardwalk jobs push jobs.csv --dry-run           check a feed, send nothing
  boardwalk jobs push jobs.xml --report out.ndjson
  curl -s https://ats.example.com/jobs | boardwalk jobs push - --map names.json
  boardwalk jobs push jobs.json --json 2>/dev/null | jq .failed
`

const afterPush = `
The format is told by the file's name, or else by how the feed begins:
  json    a list of jobs, or {"jobs": [...]}      ndjson  one job a line
  csv     a line of column names, then the rows; "," ";" or tab; lists as "Rabat|Fès"; an empty cell is absent
  xml     <source><job><title>...</title></job></source>; <referencenumber> is the id where there is no <id>
A field that no job has is kept as an extra one. --map takes {"Ref": "id", "Notes": null}; null drops a field.

The key comes from BOARDWALK_API_KEY, --api-key-stdin or ~/.config/boardwalk/config.json, the address from --url,
BOARDWALK_URL or the same file: {"url": "https://jobs.example.com/api", "apiKey": "..."}

Exit status: 0 done, 1 failure, 2 usage, 3 some rows failed, 4 not authorised, 5 board unavailable, 130 interrupted
`

/** The `boardwalk` command; what it ends with goes to `end`. */
export function createProgram(world: World, end: (code: ExitCode) => void): Command {
  const program = new Command('boardwalk')
    .description('Push jobs to a Boardwalk, the job board that applicant-tracking systems drive.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    })
    .showHelpAfterError('Add --help to see what is accepted.')
    .addHelpText('before', examples)

  program
    .command('jobs')
    .description('job offers')
    .addHelpText('before', examples)
    .command('push')
    .description('create and update jobs from a feed; what the board has already stays as it is')
    .argument('<file>', 'a feed, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the feed').choices(formats))
    .option('--map <file>', 'rename fields of the feed, by a JSON object of names')
    .option('--dry-run', 'check the feed and send nothing; needs no board and no key')
    .option('--concurrency <number>', 'requests at once, 1 to 32; each has 100 jobs', concurrencyOf, 4)
    .option('--fail-fast', 'stop at the first row that fails')
    .option('--report <file>', 'write what became of each row, one JSON object a line')
    .option('--url <url>', 'address of the board’s API, such as https://jobs.example.com/api')
    .option('--api-key-stdin', 'read the API key from standard input')
    .addOption(new Option('-o, --output <format>', 'form of the result').choices(outputFormats).default('table'))
    .option('--json', 'the same as -o json')
    .addHelpText('before', examples)
    .addHelpText('after', afterPush)
    .action(async (file: string, flags: PushFlags) => {
      const output = createOutput(world.stdout, world.stderr, world.env)
      const outputFormat = flags.json === true ? 'json' : flags.output
      end(await ended(() => push(world, output, file, { ...flags, output: outputFormat }), output, outputFormat))
    })
  return program
}

function concurrencyOf(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 32) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 32.')
}

/** A failure in words, and as JSON where that was asked for. */
async function ended(work: () => Promise<ExitCode>, output: Output, format: OutputFormat): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    output.say(output.colors.red(`Error: ${error.message}`))
    if (format === 'json') await output.result(JSON.stringify({ error: { message: error.message } }))
    return error.exitCode
  }
}

async function push(world: World, output: Output, file: string, flags: PushFlags): Promise<ExitCode> {
  // Loaded only now, so that help and mistakes answer at once.
  const [{ parseFieldNames }, { isSameFile, openInput }, { pushJobs, sendNothing }, { noReport, openReport }] =
    await Promise.all([
      import('./feed/field-map.ts'),
      import('./command/input.ts'),
      import('./command/jobs-push.ts'),
      import('./command/push-report.ts'),
    ])
  const { map, report: reportPath, format, output: outputFormat } = flags
  const fieldNames = map === undefined ? new Map() : parseFieldNames(await textOfFile(map), map)
  if (reportPath !== undefined && (await isSameFile(reportPath, file)))
    throw new Failure(`${file} is the feed; the report would overwrite it`, exitCode.usage)
  if (flags.apiKeyStdin === true && file === '-')
    throw new Failure('Standard input cannot be both the feed and the key', exitCode.usage)
  const isDryRun = flags.dryRun === true
  const send = isDryRun ? sendNothing : await sendTo(world, flags)
  const input = await openInput(file, world.stdin)
  const report = reportPath === undefined ? noReport : await openReport(reportPath)
  const failFast = flags.failFast === true
  const options = { input, format, fieldNames, send, isDryRun, failFast, report, outputFormat }
  return pushJobs(options, output, world.onInterrupt)
}

async function sendTo({ stdin, env }: World, { url, apiKeyStdin, concurrency }: PushFlags) {
  const [{ readConfig }, { Boardwalk }] = await Promise.all([import('./config.ts'), import('@boardwalk/sdk')])
  const keyFromInput = apiKeyStdin === true ? await textOfStream(stdin) : undefined
  const config = readConfig({ url, keyFromInput, env })
  const boardwalk = new Boardwalk({ apiKey: config.apiKey, baseUrl: config.url })
  const send: import('./command/jobs-push.ts').Send = (jobs, signal) =>
    boardwalk.jobs.upsertMany(jobs, { concurrency, signal })
  return send
}

async function textOfFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read: there is no such file`, exitCode.failure, { cause: error })
  }
}

async function textOfStream(stream: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
