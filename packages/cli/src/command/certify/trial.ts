import { exec } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Application, Failure, FailureAim, Sandbox, SeenRequest } from '@boardwalk/sandbox'
import { Boardwalk, type Candidate, type JobUpsert, type ListedJob } from '@boardwalk/sdk'
import { UsageFailure } from '../../failure.ts'
import { describeError } from '../../stored-file.ts'
import { Program } from './program.ts'
import { Harm } from './scenario.ts'

/** What `boardwalk certify` was told about the program under test. */
export interface Subject {
  /** The program and its arguments, with whole paths of files. */
  command: readonly string[]
  /** Prints the candidates that the program holds; undefined if the user did not say how. */
  storedCommand: string | undefined
  /** Runs before each scenario. */
  prepareCommand: string | undefined
  /** How long the program may take for one thing, in milliseconds. */
  limitMs: number
  env: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C. */
  stop: AbortSignal
}

/** Where a trial takes place. */
export interface Place {
  /** A new folder, in which the program runs. */
  folder: string
  /** The file to which the program's output is appended. */
  logFile: string
  /** The name of the scenario, for the program. */
  scenario: string
}

/** How often something is looked at until it holds. */
const LOOK_EVERY_MS = 50
/** How long the commands of --stored and --prepare may take. */
const SHELL_MS_MAX = 30_000
/** How long the command of --stored may fail while the program is at work. */
const STORED_FAILS_MS_MAX = 5_000

/** Marks the trial's own requests, which are not the program's. */
const ownAgent = 'boardwalk-certify'
const isOfProgram = ({ headers }: SeenRequest) => headers['user-agent'] !== ownAgent

/** One scenario under way: a new board, and the program that is connected to it. */
export class Trial {
  readonly sandbox: Sandbox
  readonly program: Program
  /** How long the program may take for one thing, in milliseconds. */
  readonly limitMs: number
  readonly #subject: Subject
  readonly #place: Place
  readonly #env: Record<string, string | undefined>
  readonly #jobsFile: string

  constructor(sandbox: Sandbox, subject: Subject, place: Place) {
    this.sandbox = sandbox
    this.limitMs = subject.limitMs
    this.#subject = subject
    this.#place = place
    this.#jobsFile = join(place.folder, 'boardwalk-jobs.json')
    this.#env = {
      ...subject.env,
      ...{ BOARDWALK_URL: sandbox.url, BOARDWALK_API_KEY: sandbox.apiKey },
      ...{ BOARDWALK_JOBS: this.#jobsFile, BOARDWALK_SCENARIO: place.scenario },
    }
    this.program = new Program({ ...place, command: subject.command, env: this.#env })
  }

  /** Writes the first, empty list of jobs, and runs the command of `--prepare`. */
  async prepare(): Promise<void> {
    await this.setJobs([])
    if (this.#subject.prepareCommand !== undefined) await this.#runShell(this.#subject.prepareCommand, '--prepare')
  }

  /** Sets the jobs that the ATS has now. The program finds them in the file BOARDWALK_JOBS. */
  async setJobs(jobs: readonly JobUpsert[]): Promise<void> {
    // Renamed, so that the program never reads half a file.
    const file = `${this.#jobsFile}.new`
    await writeFile(file, JSON.stringify({ jobs }, null, 2))
    await rename(file, this.#jobsFile)
  }

  /** Sets the jobs that the ATS has, as `setJobs` does, and puts them on the board, as if the program had pushed them before. */
  async setPushedJobs(jobs: readonly JobUpsert[]): Promise<void> {
    await this.setJobs(jobs)
    for await (const { error } of this.#board.jobs.upsertMany(jobs)) if (error !== null) throw error
  }

  /** The jobs on the board. */
  async readJobs(): Promise<ListedJob[]> {
    const jobs: ListedJob[] = []
    for await (const job of this.#board.jobs.list()) jobs.push(job)
    return jobs
  }

  /** Applies to a job, one person after the other. */
  async applyTimes(count: number, job: string | number, application: Partial<Application> = {}): Promise<Candidate[]> {
    const candidates: Candidate[] = []
    for (let index = 1; index <= count; index++)
      candidates.push(await this.sandbox.apply(job, { lastName: `Bennani ${index}`, ...application }))
    return candidates
  }

  /** The program's requests so far. */
  get requests(): SeenRequest[] {
    return this.sandbox.requests.filter(isOfProgram)
  }

  /** Makes requests of the program fail, and no others. */
  fail(failure: Failure, aim: FailureAim = {}): void {
    const { when = () => true, ...others } = aim
    this.sandbox.failNext(failure, { ...others, when: (request) => isOfProgram(request) && when(request) })
  }

  /** Waits until something holds. If it does not in time, that is a harm, which `describe` says. */
  async until(holds: () => boolean | Promise<boolean>, describe: () => Harm | Promise<Harm>): Promise<void> {
    const startedMs = performance.now()
    while (!(await holds())) {
      this.#subject.stop.throwIfAborted()
      if (this.program.problem !== undefined) throw this.program.problem
      if (performance.now() - startedMs > this.limitMs) throw await describe()
      await pause(LOOK_EVERY_MS)
    }
  }

  /** The candidates that the program holds: ids, each with its status if the program keeps it. */
  async readStored(): Promise<Map<string, string | undefined>> {
    const lines = (await this.#printStored()).split('\n').filter((line) => line.trim() !== '')
    return new Map(
      lines.map((line) => {
        const [id = '', status] = line.split('\t').map((cell) => cell.trim())
        if (!CANDIDATE_ID.test(id)) throw new UsageFailure(`--stored printed "${line.slice(0, 100)}". ${STORED_FORM}`)
        return [id, status || undefined]
      }),
    )
  }

  /** Runs the command of --stored. It may fail while the program has not yet made its storage, or has locked it. */
  async #printStored(): Promise<string> {
    const { storedCommand } = this.#subject
    if (storedCommand === undefined)
      throw new UsageFailure(`Say how to list the candidates that your program holds. ${STORED_FORM}`)
    const startedMs = performance.now()
    for (;;)
      try {
        return await this.#runShell(storedCommand, '--stored')
      } catch (error) {
        const isAtWork = this.requests.length > 0 && this.program.problem === undefined
        const failsMsMax = isAtWork ? STORED_FAILS_MS_MAX : this.limitMs
        if (performance.now() - startedMs > failsMsMax) throw error
        this.#subject.stop.throwIfAborted()
        await pause(LOOK_EVERY_MS)
      }
  }

  /** Waits until the program holds these candidates. */
  async untilStored(candidates: readonly Candidate[]): Promise<void> {
    const findMissing = async () => {
      const stored = await this.readStored()
      return candidates.filter(({ id }) => !stored.has(id))
    }
    await this.until(
      async () => (await findMissing()).length === 0,
      async () => this.#describeMissing(await findMissing()),
    )
  }

  #describeMissing(missing: readonly Candidate[]): Harm {
    const [first] = missing
    const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
    const what = `${first?.firstName} ${first?.lastName}${others} applied, and the program never stored the application`
    return new Harm(what, this.requests.slice(-5).map(describeRequest))
  }

  /**
   * Waits until the program has seen all there is: until it has asked for candidates and got none, or has ended by itself. Both
   * count from now on.
   */
  async untilIdle(): Promise<void> {
    const [asked, ended] = [this.requests.length, this.program.endedTimes]
    const isEmpty = ({ answer }: SeenRequest) => JSON.stringify(Object(answer).candidates) === '[]'
    await this.until(
      () => this.program.endedTimes > ended || this.requests.slice(asked).some(isEmpty),
      () => new Harm('The program neither ended nor asked for candidates until there were no more'),
    )
  }

  async #runShell(command: string, flag: string): Promise<string> {
    try {
      const options = { cwd: this.#place.folder, env: this.#env, timeout: SHELL_MS_MAX, signal: this.#subject.stop }
      return (await promisify(exec)(command, options)).stdout
    } catch (error) {
      this.#subject.stop.throwIfAborted()
      throw new UsageFailure(`The command of ${flag} failed. ${describeError(error).trim()}`)
    }
  }

  /** A client that reads the board for the trial. Its requests go another way and are not the program's. */
  get #board(): Boardwalk {
    const { apiKey, url: baseUrl, fetch } = this.sandbox
    return new Boardwalk({ apiKey, baseUrl, fetch, headers: { 'user-agent': ownAgent } })
  }
}

/** The form of a candidate's id. */
const CANDIDATE_ID = /^[0-9a-f]{32}$/

const STORED_FORM = `Its command prints a line for each candidate, for example --stored 'ls candidates | cut -d. -f1': the id, and if you keep the status a tab and the status`

/** Says in one line what a request was and how it was answered. */
export const describeRequest = ({ method, path, status }: SeenRequest): string =>
  `${method} ${path} → ${status ?? 'no answer'}`
