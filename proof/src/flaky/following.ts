import { join } from 'node:path'
import { Boardwalk } from '@boardwalk/sdk'
import { fileState } from '@boardwalk/sdk/file-state'
import { type Applicants, createApplicants } from './applicants.ts'
import type { ClientCompany } from './client-company.ts'
import { runBoardwalk } from './command.ts'
import type { Rounds } from './rounds.ts'
import { SDK_TIMEOUT_MS } from './sdk-jobs.ts'

const TRIES_MAX = 40
const KILLED = 0.4

/** One start of a program that follows. */
interface Start {
  /** It said that it had given everybody. */
  isDone: boolean
  /** It was killed, or its loop was left, so that it may give one candidate again. */
  isCutOff: boolean
  /** What it printed, besides the candidates. */
  printed: string
}

/** Follows the candidates with `boardwalk candidates follow --once`, which is killed and started again. */
export async function tryFollowCommand(company: ClientCompany, folder: string, rounds: Rounds): Promise<void> {
  const { random, who } = company
  const args = ['candidates', 'follow', '--once', '--state', 'candidates.json', '-o', 'ndjson']
  await tryFollow(company, rounds, async (applicants, mayCutOff) => {
    const killAfterMs = mayCutOff && random.chance(KILLED) ? random.between(200, 3_000) : undefined
    const { code, stdout, stderr } = await runBoardwalk(company, folder, args, killAfterMs)
    // A whole line is a candidate that was given. What a killed command began comes again.
    for (const line of stdout.split('\n').slice(0, -1)) applicants.give(JSON.parse(line).email)
    if (code !== null && ![0, 1, 5].includes(code))
      rounds.problems.push(`${who} ended with ${code}, but only the way to the board was disturbed: ${stderr}`)
    return { isDone: code === 0, isCutOff: code === null, printed: stderr }
  })
}

/** Follows the candidates with the SDK and a file. The loop is left in the middle, and another client goes on. */
export async function tryFollowSdk(company: ClientCompany, folder: string, rounds: Rounds): Promise<void> {
  const { random, key, proxy } = company
  const state = join(folder, 'sdk-state.json')
  await tryFollow(company, rounds, async (applicants, mayCutOff) => {
    const boardwalk = new Boardwalk({ apiKey: key, baseUrl: proxy.url, timeoutMs: SDK_TIMEOUT_MS })
    const candidatesMax = mayCutOff && random.chance(KILLED) ? random.between(1, 4) : Number.POSITIVE_INFINITY
    let given = 0
    try {
      for await (const { email } of boardwalk.candidates.follow({ state: fileState(state), once: true })) {
        applicants.give(email)
        if (++given >= candidatesMax) return { isDone: false, isCutOff: true, printed: '' }
      }
      return { isDone: true, isCutOff: false, printed: '' }
    } catch (error) {
      return { isDone: false, isCutOff: false, printed: error instanceof Error ? `${error.stack}` : String(error) }
    }
  })
}

async function tryFollow(
  company: ClientCompany,
  { next, count, problems }: Rounds,
  start: (applicants: Applicants, mayCutOff: boolean) => Promise<Start>,
): Promise<void> {
  const { random, who } = company
  const applicants = await createApplicants(company)
  let cutOffs = 0

  /** Answers whether the program said that it was done. */
  async function startOnce(what: string, mayCutOff: boolean): Promise<boolean> {
    const expected = new Set(applicants.emails)
    const { isDone, isCutOff, printed } = await start(applicants, mayCutOff)
    count(`${who}: runs`)
    if (isCutOff) cutOffs++
    // The text itself is personal data, so the report does not have it.
    if (applicants.areIn(printed)) problems.push(`${what}: a candidate's name or e-mail is in an error`)
    const missing = isDone ? applicants.findMissing(expected).length : 0
    if (missing > 0) problems.push(`${what}: it said that it was done, and ${missing} candidates were not given`)
    return isDone
  }

  for (let round = 1; next(round); round++) {
    await applicants.apply(random.between(0, 6))
    await startOnce(`${who}, round ${round}`, true)
  }
  let isDone = false
  for (let tries = 1; tries <= TRIES_MAX && !isDone; tries++) isDone = await startOnce(`${who}, end ${tries}`, false)
  if (!isDone) problems.push(`${who} was not done in ${TRIES_MAX} starts`)
  const missing = applicants.findMissing()
  if (missing.length > 0) problems.push(`${who}: ${missing.length} candidates were never given`)
  const repeats = applicants.countRepeats()
  if (repeats > cutOffs) problems.push(`${who}: ${repeats} repeats, but it was cut off only ${cutOffs} times`)
  count(`${who}: candidates`, applicants.emails.size)
  count(`${who}: cut off`, cutOffs)
  count(`${who}: repeats`, repeats)
}
