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
/** The first rounds are all cut off, so that a short run has some. */
const SURE_CUT_OFFS = 2

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
  await tryFollow(company, rounds, async (applicants, isCutOff) => {
    const killAfterMs = isCutOff ? random.between(200, 3_000) : undefined
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
  await tryFollow(company, rounds, async (applicants, isCutOff) => {
    const boardwalk = new Boardwalk({ apiKey: key, baseUrl: proxy.url, timeoutMs: SDK_TIMEOUT_MS })
    const candidatesMax = isCutOff ? random.between(1, 3) : Number.POSITIVE_INFINITY
    // A program that dies before it has stored its last candidate must get this candidate again.
    const storedMax = random.chance(0.5) ? candidatesMax - 1 : candidatesMax
    let taken = 0
    const take = (email: string) => {
      if (++taken <= storedMax) applicants.give(email)
      return taken < candidatesMax
    }
    return takeCandidates(boardwalk.candidates.follow({ state: fileState(state), once: true }), take)
  })
}

/** Takes candidates until there are no more. Leaves the loop if `take` answers false. */
async function takeCandidates(
  candidates: AsyncIterable<{ email: string }>,
  take: (email: string) => boolean,
): Promise<Start> {
  try {
    for await (const { email } of candidates) if (!take(email)) return { isDone: false, isCutOff: true, printed: '' }
    return { isDone: true, isCutOff: false, printed: '' }
  } catch (error) {
    return { isDone: false, isCutOff: false, printed: error instanceof Error ? `${error.stack}` : String(error) }
  }
}

async function tryFollow(
  company: ClientCompany,
  { next, count, problems }: Rounds,
  start: (applicants: Applicants, isCutOff: boolean) => Promise<Start>,
): Promise<void> {
  const { random, who } = company
  const applicants = await createApplicants(company)
  let cutOffs = 0

  /** Answers whether the program said that it was done. */
  async function startOnce(what: string, cutOffShare: number): Promise<boolean> {
    const expected = new Set(applicants.emails)
    const { isDone, isCutOff, printed } = await start(applicants, random.chance(cutOffShare))
    count(`${who}: runs`)
    if (isCutOff) cutOffs++
    // The text itself is personal data, so the report does not have it.
    if (applicants.areIn(printed)) problems.push(`${what}: a candidate's name or e-mail is in an error`)
    const missing = isDone ? applicants.findMissing(expected).length : 0
    if (missing > 0) problems.push(`${what}: it said that it was done, and ${missing} candidates were not given`)
    return isDone
  }

  for (let round = 1; next(round); round++) {
    await applicants.apply(random.between(2, 6))
    await startOnce(`${who}, round ${round}`, round <= SURE_CUT_OFFS ? 1 : KILLED)
  }
  // Each answer breaks off in the middle of somebody's data, so the error must not show what came.
  await applicants.apply(3)
  company.proxy.setFault('truncated', { path: '/candidates' })
  if (await startOnce(`${who}, with half of each answer`, 0)) problems.push(`${who}: half of an answer was taken`)
  company.proxy.setFault(undefined)
  let isDone = false
  for (let tries = 1; tries <= TRIES_MAX && !isDone; tries++) isDone = await startOnce(`${who}, end ${tries}`, 0)
  if (!isDone) problems.push(`${who} was not done in ${TRIES_MAX} starts`)
  const missing = applicants.findMissing()
  if (missing.length > 0) problems.push(`${who}: ${missing.length} candidates were never given`)
  const repeats = applicants.countRepeats()
  if (repeats > cutOffs) problems.push(`${who}: ${repeats} repeats, but it was cut off only ${cutOffs} times`)
  count(`${who}: candidates`, applicants.emails.size)
  count(`${who}: cut off`, cutOffs)
  count(`${who}: repeats`, repeats)
}
