import { randomUUID } from 'node:crypto'
import {
  type Command,
  connectionLost,
  type FailoverCode,
  failoverCodes,
  failoverError,
  type Rule,
} from '@boardwalk/mongo-proxy'
import { afterEach, expect } from 'vitest'
import { type Answer, type TestCompany, useServer } from './harness.ts'
import { useProxiedServer } from './proxied.ts'

/*
 * Fails one database command of an operation at a time, as a failover does. Checks that the operation still gives its usual
 * answer, and has its effect once.
 */

/** Runs one request while its database commands are watched. */
type Tried = <Result>(request: () => Promise<Result>) => Promise<Result>

/** Makes new things, tries one request with them, and checks the answer and what is stored. */
type Operation = (tried: Tried) => Promise<void>

type Fault = (...request: Parameters<Rule>) => Promise<Awaited<ReturnType<Rule>> & {}>

export const newId = () => `id-${randomUUID()}`

const refused =
  (code: FailoverCode, isLabelled: boolean): Fault =>
  async (command) =>
    failoverError(command, code, { isLabelled })
const carriedOut =
  (code: FailoverCode, isLabelled: boolean): Fault =>
  async (command, carryOut) => {
    await carryOut()
    return failoverError(command, code, { isLabelled })
  }
const lost: Fault = async () => connectionLost
const lostAnswer: Fault = async (_, carryOut) => {
  await carryOut()
  return connectionLost
}

/** The faults that each operation is tried with. */
const faults: Record<string, Fault> = {
  '10107, unlabelled': refused(10107, false),
  '11602 after it was carried out, unlabelled': carriedOut(11602, false),
  'a lost answer': lostAnswer,
}
/** Every fault. One operation is tried with all of them, because a store's calls fail alike. */
const allFaults: Record<string, Fault> = { 'a lost command': lost, 'a lost answer': lostAnswer }
for (const code of failoverCodes) {
  for (const isLabelled of [true, false]) {
    const label = isLabelled ? 'labelled' : 'unlabelled'
    allFaults[`${code}, ${label}`] = refused(code, isLabelled)
    allFaults[`${code} after it was carried out, ${label}`] = carriedOut(code, isLabelled)
  }
}

/** Whether no request waits for a command: it records a request, or notes that a key was used. */
function isBackground({ collection, body }: Command): boolean {
  return collection === 'apiRequests' || (collection === 'apiKeys' && JSON.stringify(body).includes('"lastUsedAt"'))
}

/** Makes a function that names each command of a request, such as `find jobs 2` for its second find in that collection. */
function createNaming() {
  const counts = new Map<string, number>()
  return (command: Command): string | undefined => {
    if (command.collection === undefined || isBackground(command)) return undefined
    const kind = `${command.name} ${command.collection}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind} ${count}`
  }
}

/**
 * How often an operation is tried until a command comes. One that runs after the answer, such as keeping a CV, or whose result may be
 * remembered already, comes in some tries only.
 */
const TRIES = 20

/**
 * Gives the tests of one file two servers over one database. A runs the operations, and its commands fail. `base` makes what
 * the operations need and checks what they did, and its commands never fail.
 */
export function useFailover() {
  const base = useServer()
  const a = useProxiedServer(base)

  const watched =
    (rule: Rule): Tried =>
    async (request) => {
      a.rule = rule
      try {
        return await request()
      } finally {
        a.rule = undefined
        await a.deps().background.settled()
      }
    }

  /** Finds the names of an operation's commands, from its request to its answer. */
  async function findCommands(run: Operation): Promise<string[]> {
    const names: string[] = []
    const nameCommand = createNaming()
    await run(
      watched((command) => {
        const name = nameCommand(command)
        if (name !== undefined) names.push(name)
        return undefined
      }),
    )
    return names
  }

  /** Runs an operation and fails its command of this name. Returns whether the command came. */
  async function hit(run: Operation, commandName: string, fault: Fault): Promise<boolean> {
    const nameCommand = createNaming()
    let isHit = false
    await run(
      watched((command, carryOut) => {
        if (isHit || nameCommand(command) !== commandName) return undefined
        isHit = true
        return fault(command, carryOut)
      }),
    )
    return isHit
  }

  async function hitSoon(run: Operation, commandName: string, fault: Fault): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries++) if (await hit(run, commandName, fault)) return true
    return false
  }

  /** Runs an operation once for each of its commands and each fault. Fails with a list of all that went wrong. */
  async function walk(run: Operation, faults: Record<string, Fault>): Promise<void> {
    const [first, second] = [await findCommands(run), await findCommands(run)]
    const commands = first.filter((name) => second.includes(name))
    const broken: string[] = []
    const missed: string[] = []
    for (const name of commands) {
      for (const [faultName, fault] of Object.entries(faults)) {
        try {
          if (!(await hitSoon(run, name, fault))) missed.push(name)
        } catch (error) {
          broken.push(`${name}: ${faultName}: ${String(error).split('\n', 1)[0]}`)
        }
      }
    }
    expect(commands.length).toBeGreaterThan(0)
    expect({ broken, missed }).toEqual({ broken: [], missed: [] })
  }

  afterEach(() => {
    a.rule = undefined
  })

  /** Makes a job at a server, which then has it in its cache. */
  async function makeJob(call: (company: TestCompany, ...request: Parameters<TestCompany['call']>) => Promise<Answer>) {
    const company = await base.company()
    const id = newId()
    const { body } = await call(company, 'POST', '/job', { job: { id, title: 'Before' } })
    return { company, id, jobId: body.jobId as number, jobUrl: body.jobUrl as string }
  }
  const jobOfBase = () => makeJob(({ key }, ...request) => base.call(key, ...request))

  return {
    base,
    a,
    /** Makes a job that is not in A's cache. */
    jobOfBase,
    /** Makes a job that is in A's cache. */
    jobOfA: () => makeJob(a.call),
    /** Makes A ask the database for the next job's id. */
    takeIdsAnew: () => a.deps().jobs.skipIds(1),
    /** Makes the body of a test that runs an operation with the faults, or with every fault there is. */
    withFaults(run: Operation, { withAllFaults = false } = {}) {
      return () => walk(run, withAllFaults ? allFaults : faults)
    },
  }
}
