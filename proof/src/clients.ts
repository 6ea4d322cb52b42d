import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findOnPath } from '@boardwalk/local-mongo/command'
import { createSandbox } from '@boardwalk/sandbox'
import { encodeForm, fillForm, postForm } from './application-form.ts'
import { builds } from './clients/build.ts'
import { type Generator, listGenerators, readSources, type Workshop } from './clients/generator.ts'
import { createJob } from './operator.ts'
import { type OwnBoard, withOwnBoard } from './own-board.ts'
import { conclude, type Report } from './report.ts'

/*
 * npm run proof:clients [-- --quick]: code generators make clients out of apps/api/openapi.json. The clients compile, and
 * three of them drive a board, and four read the answers of a newer board. --quick leaves out those that take minutes to compile.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const document = fileURLToPath(new URL('../../apps/api/openapi.json', import.meta.url))

/** A step that was not made, and why. It is reported, and is no failure. */
class NotRun extends Error {}

function demand(programs: readonly string[]): void {
  const missing = programs.filter((name) => findOnPath(name, process.env) === undefined)
  if (missing.length > 0) throw new NotRun(`${missing.join(' and ')} not on PATH`)
}

/** Generates a client and finds each operation in it. */
async function generate(generator: Generator, workshop: Workshop, operations: string[]): Promise<string> {
  demand(generator.needs)
  await generator.generate(workshop)
  const sources = await readSources(join(workshop.folder, generator.name))
  const dropped = operations.filter((name) => !generator.findMethod(name).test(sources))
  if (dropped.length > 0) throw new Error(`left out ${dropped.join(', ')}`)
  return `generated, ${operations.length} operations`
}

async function compile(name: string, client: string): Promise<string> {
  const build = builds[name]
  if (build === undefined) return 'generated only'
  demand(build.needs)
  if (build.isSlow && values.quick) throw new NotRun('left out by --quick')
  await build.compile(client)
  return 'compiled'
}

/** Lets a client drive the board, with a job on it that has a candidate and no external id. */
async function drive(name: string, client: string, board: OwnBoard): Promise<string> {
  const job = await createJob(board.operator, board.company.slug)
  const { status } = await postForm(`${board.url}${job.path}`, encodeForm(fillForm()))
  if (status !== 201) throw new Error(`an application was answered ${status}`)
  await start(name, client, 'drive', { url: board.url, key: board.key, jobId: job.jobId })
  return 'drove a board'
}

/** Lets a client read answers that have a header, members and values which it does not know. */
async function readTomorrow(name: string, client: string): Promise<string> {
  const sandbox = createSandbox()
  await sandbox.listen()
  try {
    const { jobId } = await sandbox.addJob({ title: 'Comptable' })
    await sandbox.apply(jobId, { firstName: 'Salma' })
    sandbox.failNext('unknown values', { times: Number.POSITIVE_INFINITY })
    await start(name, client, 'tomorrow', { url: new URL(sandbox.url).origin, key: sandbox.apiKey, jobId })
  } finally {
    await sandbox.close()
  }
  return 'read the answers of a newer board'
}

/** Starts a program of a client on a board. `jobId` is a job with a candidate and without an external id. */
async function start(
  name: string,
  client: string,
  program: 'drive' | 'tomorrow',
  { url, key, jobId }: { url: string; key: string; jobId: number },
): Promise<void> {
  const { programs, start } = builds[name] ?? {}
  const path = programs?.[program]
  if (path !== undefined)
    await start?.(client, path, { BOARD_URL: url, BOARD_KEY: key, PLATFORM_JOB_ID: String(jobId) })
}

/** Does all that can be done with one generator. Says what was done, and why it ended if that is a problem. */
async function tryGenerator(generator: Generator, workshop: Workshop, operations: string[], board: OwnBoard) {
  const { name } = generator
  const client = join(workshop.folder, name)
  const done: string[] = []
  try {
    done.push(await generate(generator, workshop, operations))
    done.push(await compile(name, client))
    const { programs } = builds[name] ?? {}
    if (programs?.drive !== undefined) done.push(await drive(name, client, board))
    if (programs !== undefined) done.push(await readTomorrow(name, client))
  } catch (error) {
    if (!(error instanceof NotRun)) return { figure: [...done, 'BROKEN'].join('; '), problems: [`${name}: ${error}`] }
    done.push(`not run further: ${error.message}`)
  }
  return { figure: done.join('; '), problems: [] }
}

async function findOperations(): Promise<string[]> {
  const { paths }: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    await readFile(document, 'utf8'),
  )
  return Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
}

async function tryAll(board: OwnBoard): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-clients-'))
  const workshop = { document, folder }
  const report: Report = { figures: {}, problems: [] }
  try {
    const operations = await findOperations()
    // One after the other: each of them uses all cores.
    for (const generator of listGenerators()) {
      const { figure, problems } = await tryGenerator(generator, workshop, operations, board)
      report.figures[generator.name] = figure
      report.problems.push(...problems)
      process.stderr.write(`${generator.name}: ${figure}\n`)
    }
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

conclude(await withOwnBoard(tryAll))
