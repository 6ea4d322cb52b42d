import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Application, Failure, FailureAim, Sandbox, SeenRequest } from '@boardwalk/sandbox'
import { Boardwalk, type Candidate, type JobUpsert, type ListedJob } from '@boardwalk/sdk'
import { Harm } from './error.ts'
import { checkPace, hasReadAll, isHeld } from './idle.ts'
import { describeMissing, describeRepeated, type History, isLost, type Stop } from './missing.ts'
import { Patience, StartTime } from './patience.ts'
import { describeRequest, hasCandidate, isPoll } from './poll.ts'
import { type Launch, Program } from './program.ts'
import { readStored, runCommand, type Stored, type Surroundings } from './stored.ts'
import type { Place, Subject } from './subject.ts'

/** How often something is looked at until it holds. */
const LOOK_EVERY_MS = 50

/** How a trial waits. */
interface Wait {
  lookEveryMs?: number
  /** The program may do nothing new for this many times as long as --timeout says. */
  times?: number
}

/** Marks the trial's own requests, which are not the program's. */
const ownAgent = 'boardwalk-certify'
const isOfProgram = ({ headers }: SeenRequest) => headers['user-agent'] !== ownAgent

/** One scenario under way: a new board, and the program that is connected to it. */
export class Trial {
  readonly sandbox: Sandbox
  readonly program: Program
  readonly #subject: Subject
  readonly #surroundings: Surroundings
  readonly #jobsFile: string
  readonly #stops: Stop[] = []
  /** What the report says of the program although the scenario passed. */
  readonly remarks: string[] = []
  readonly #candidates = new Map<string, Candidate>()
  #applications = 0
  readonly #startTime = new StartTime()
  /** The program's last request before each candidate applied, by the candidate's id. */
  readonly #lastBefore = new Map<string, SeenRequest | undefined>()

  constructor(sandbox: Sandbox, subject: Subject, { name, folder, logFile }: Place) {
    this.sandbox = sandbox
    this.#subject = subject
    this.#jobsFile = join(folder, 'boardwalk-jobs.json')
    const env = {
      ...subject.env,
      BOARDWALK_URL: sandbox.url,
      BOARDWALK_API_KEY: sandbox.apiKey,
      BOARDWALK_JOBS: this.#jobsFile,
      BOARDWALK_SCENARIO: name,
    }
    this.#surroundings = { folder, env, timeoutMs: subject.timeoutMs, stop: subject.stop }
    const onStop: Launch['onStop'] = (how) =>
      void this.#stops.push({ how, atMs: sandbox.now(), last: this.requests.at(-1) })
    const onStart = () => this.#startTime.begin(this.requests.length)
    this.program = new Program({ command: subject.command, folder, env, logFile, onStart, onStop })
  }

  /** The folder in which the program runs. */
  get folder(): string {
    return this.#surroundings.folder
  }

  /** How long the program may take for one thing. */
  get timeoutMs(): number {
    return this.#subject.timeoutMs
  }

  /** Writes the first, empty list of jobs, and runs the command of `--prepare`. */
  async prepare(): Promise<void> {
    await this.setJobs([])
    const { prepare } = this.#subject
    if (prepare !== undefined) await runCommand('--prepare', prepare, this.#surroundings)
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

  /** The status of a candidate on the board. */
  async readStatus({ id }: Candidate): Promise<Candidate['status']> {
    return (await this.#board.candidates.get(id)).candidate.status
  }

  /** Applies to a job, one person after the other. */
  async applyTimes(count: number, job: string | number, application: Partial<Application> = {}): Promise<Candidate[]> {
    const candidates: Candidate[] = []
    for (let index = 1; index <= count; index++) {
      const last = this.requests.at(-1)
      const email = `bennani.${++this.#applications}@example.com`
      const candidate = await this.sandbox.apply(job, { lastName: `Bennani ${index}`, email, ...application })
      this.#candidates.set(candidate.id, candidate)
      this.#lastBefore.set(candidate.id, last)
      candidates.push(candidate)
    }
    return candidates
  }

  /** Says that the program can get a candidate only from now on. `untilStored` then looks at its later requests. */
  expectFromNow({ id }: Candidate): void {
    this.#lastBefore.set(id, this.requests.at(-1))
  }

  /** The program's requests so far. */
  get requests(): SeenRequest[] {
    return this.sandbox.requests.filter(isOfProgram)
  }

  /** The program's requests after one of them, or all of them. */
  requestsAfter(last: SeenRequest | undefined): SeenRequest[] {
    return this.requests.slice(last === undefined ? 0 : this.requests.indexOf(last) + 1)
  }

  /** Whether the program was killed or has ended between two of its requests. */
  hasStoppedBetween(earlier: SeenRequest, later: SeenRequest): boolean {
    const [start, end] = [this.requests.indexOf(earlier), this.requests.indexOf(later)]
    return this.requests.slice(start, end).some((request) => this.#stops.some(({ last }) => last === request))
  }

  /**
   * Makes requests of the program fail, and no others. Returns the list of those that fail, which grows as they come. It has a
   * request before its answer.
   */
  fail(failure: Failure, aim: FailureAim = {}): readonly SeenRequest[] {
    const failed: SeenRequest[] = []
    const { when = () => true, ...others } = aim
    this.sandbox.failNext(failure, {
      ...others,
      when: (request) => isOfProgram(request) && when(request) && failed.push(request) > 0,
    })
    return failed
  }

  /** Makes polls of the program fail, as `fail` does. */
  failPolls(failure: Failure, { when = () => true, ...aim }: FailureAim = {}): readonly SeenRequest[] {
    return this.fail(failure, { ...aim, when: (request) => isPoll(request) && when(request) })
  }

  /**
   * Waits until something holds. If the program does nothing new meanwhile for the time of --timeout, that is a harm, which `describe`
   * says.
   */
  async until(
    holds: () => boolean | Promise<boolean>,
    describe: () => Harm | Promise<Harm>,
    { lookEveryMs = LOOK_EVERY_MS, times = 1 }: Wait = {},
  ): Promise<void> {
    const patience = new Patience(this.timeoutMs, times)
    const last = this.requests.at(-1)
    try {
      for (;;) {
        const startedMs = performance.now()
        if (await holds()) return
        this.throwIfStopped()
        patience.look(this.requestsAfter(last))
        this.#startTime.look(this.requests.length)
        const end = patience.findEnd(this.#startTime.slowestMs)
        if (end !== undefined) throw (await describe()).with(end)
        // A look may start a program, which must not take the time of the one under test.
        await pause(Math.max(lookEveryMs, performance.now() - startedMs))
      }
    } finally {
      patience.end()
    }
  }

  /** Waits for a moment. */
  async pause(): Promise<void> {
    this.throwIfStopped()
    await pause(LOOK_EVERY_MS)
  }

  /** Throws if the whole run has been stopped, or the program cannot be started. */
  throwIfStopped(): void {
    this.#subject.stop.throwIfAborted()
    if (this.program.problem !== undefined) throw this.program.problem
  }

  /** Waits until a request has failed, of a list that `fail` returned. */
  async untilFailed(failed: readonly SeenRequest[]): Promise<void> {
    await this.until(
      () => failed.length > 0,
      () => new Harm('The program sends no request any more', this.#describeLast()),
    )
  }

  /** Asks --stored for the candidates that the program holds. The command may fail for `failsMsMax` milliseconds. */
  printStored(failsMsMax = this.timeoutMs): Promise<Stored> {
    return readStored(this.#subject.stored, this.#surroundings, failsMsMax)
  }

  /** Asks --stored for the statuses of the candidates that the program holds, by their ids. If one is stored twice, that is a harm. */
  async readStored(): Promise<Stored['statuses']> {
    const { statuses, repeated } = await this.printStored()
    const [id] = repeated
    if (id !== undefined) throw describeRepeated(this.#candidates.get(id), this.requests, repeated)
    return statuses
  }

  /** Waits until the program holds these candidates, or can no longer get one of them. */
  async untilStored(candidates: readonly Candidate[]): Promise<void> {
    await this.#untilFound(candidates, async (missing) => {
      const stored = await this.readStored()
      return missing.filter(({ id }) => stored.has(id))
    })
  }

  /** Waits until the board has sent these candidates to the program, or the program can no longer get one of them. Looks closely. */
  async untilSent(candidates: readonly Candidate[]): Promise<void> {
    const find = (missing: Candidate[]) =>
      missing.filter((candidate) => this.requests.some((request) => hasCandidate(request, candidate)))
    await this.#untilFound(candidates, find, { lookEveryMs: 1 })
  }

  async #untilFound(
    candidates: readonly Candidate[],
    find: (missing: Candidate[]) => Candidate[] | Promise<Candidate[]>,
    wait?: Wait,
  ): Promise<void> {
    let missing = [...candidates]
    const describe = (example = missing[0]) => describeMissing(example && this.#recall(example), missing.length)
    await this.until(
      async () => {
        // Before the program is looked at, so that what it gets meanwhile counts.
        const lost = missing.filter((candidate) => isLost(this.#recall(candidate)))
        const found = await find(missing)
        missing = missing.filter((candidate) => !found.includes(candidate))
        const gone = lost.find((candidate) => missing.includes(candidate))
        if (gone !== undefined) throw describe(gone)
        return missing.length === 0
      },
      () => describe(),
      wait,
    )
  }

  #recall(candidate: Candidate): History {
    return { candidate, requests: this.requestsAfter(this.#lastBefore.get(candidate.id)), stops: this.#stops }
  }

  /**
   * Waits until the program has asked for all that there is, from now on: until it gets empty pages, its request waits on the board, it
   * asks for a page that it has got, or it has run to its end. Asking for the same page without a pause is a harm.
   */
  async untilIdle(): Promise<void> {
    const [last, ended] = [this.requests.at(-1), this.program.endedTimes]
    let waiting: SeenRequest | undefined
    await this.until(
      () => {
        const polls = this.requestsAfter(last).filter(isPoll)
        checkPace(polls)
        // A request of a process that was killed waits for nothing.
        const newest = this.requestsAfter(this.#stops.at(-1)?.last).findLast(isPoll)
        // Held at two looks in a row.
        if (newest !== undefined && newest === waiting && isHeld(newest)) return true
        waiting = newest
        // The first end may be that of a run that began before.
        return hasReadAll(polls) || this.program.endedTimes > ended + 1
      },
      () => new Harm('The program neither ended nor asked for all candidates', this.#describeLast()),
    )
  }

  #describeLast(): string[] {
    return this.requests.slice(-5).map(describeRequest)
  }

  /** A client that reads the board for the trial. Its requests go another way and are not the program's. */
  get #board(): Boardwalk {
    const { apiKey, url: baseUrl, fetch } = this.sandbox
    return new Boardwalk({ apiKey, baseUrl, fetch, headers: { 'user-agent': ownAgent } })
  }
}
