import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Boardwalk } from '@boardwalk/sdk'
import { fileState } from '@boardwalk/sdk/file-state'
import { encodeForm, fillForm } from '../application-form.ts'
import { type ClientCompany, runBoardwalk, SDK_TIMEOUT_MS, TRIES_MAX } from './client-company.ts'

const KILLED = 0.4
/** The first rounds are all cut off, so that a short run has some. */
const SURE_CUT_OFFS = 2

/** One start of a program that follows. `done`: it said that it had given everybody. `cut off`: it may give one again. */
interface Start {
  end: 'done' | 'cut off' | 'failed'
  /** What it printed, besides the candidates. */
  printed: string
}
type Give = (email: string) => void

/** Follows with `boardwalk candidates follow --once`, which is killed and started again. */
export function tryFollowCommand(company: ClientCompany): Promise<void> {
  const { random, who, problems } = company
  const args = ['candidates', 'follow', '--once', '--state', 'candidates.json', '-o', 'ndjson']
  return tryFollow(company, async (give, isCutOff): Promise<Start> => {
    const { code, stdout, stderr } = await runBoardwalk(
      company,
      args,
      isCutOff ? random.between(200, 3_000) : undefined,
    )
    // A whole line is a candidate that was given. What a killed command began comes again.
    for (const line of stdout.split('\n').slice(0, -1)) give(JSON.parse(line).email)
    if (code !== null && ![0, 1, 5].includes(code)) problems.push(`${who} ended with ${code}: ${stderr}`)
    return { end: code === 0 ? 'done' : code === null ? 'cut off' : 'failed', printed: stderr }
  })
}

/** Follows with the SDK and a file. The loop is left in the middle, and another client goes on. */
export function tryFollowSdk(company: ClientCompany): Promise<void> {
  const { random, key, proxy, folder } = company
  return tryFollow(company, async (give, isCutOff): Promise<Start> => {
    const boardwalk = new Boardwalk({ apiKey: key, baseUrl: proxy.url, timeoutMs: SDK_TIMEOUT_MS })
    const candidatesMax = isCutOff ? random.between(1, 3) : Number.POSITIVE_INFINITY
    // A program that dies before it has stored its last candidate must get this candidate again.
    const storedMax = random.chance(0.5) ? candidatesMax - 1 : candidatesMax
    let taken = 0
    const take = (email: string) => {
      if (++taken <= storedMax) give(email)
      return taken < candidatesMax
    }
    return takeCandidates(boardwalk.candidates.follow({ state: fileState(join(folder, 'state')), once: true }), take)
  })
}

/** Takes candidates until there are no more. Leaves the loop if `take` answers false. */
async function takeCandidates(
  candidates: AsyncIterable<{ email: string }>,
  take: (email: string) => boolean,
): Promise<Start> {
  try {
    for await (const { email } of candidates) if (!take(email)) return { end: 'cut off', printed: '' }
    return { end: 'done', printed: '' }
  } catch (error) {
    return { end: 'failed', printed: error instanceof Error ? `${error.stack}` : String(error) }
  }
}

async function tryFollow(
  company: ClientCompany,
  start: (give: Give, isCutOff: boolean) => Promise<Start>,
): Promise<void> {
  const { random, who, next, count, problems } = company
  const jobPath = await company.board.operator<{ jobUrl: string }>(
    ...['job', 'create', '--company', company.slug, '--title', 'Chauffeur'],
  )
  const address = `${company.board.url}${new URL(jobPath.jobUrl, company.board.url).pathname}/apply`
  const emails = new Set<string>()
  const given = new Map<string, number>()
  let cutOffs = 0

  async function apply(): Promise<void> {
    const mark = randomUUID().slice(0, 8)
    const person = { firstName: `Salma-${mark}`, lastName: `Bennani-${mark}`, email: `p-${mark}@example.com` }
    const { type, body } = encodeForm(fillForm(person))
    const init = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) }
    const { status } = await fetch(address, { ...init, redirect: 'manual' })
    if (status >= 400) throw new Error(`the board does not accept a form: ${status}`)
    emails.add(person.email)
  }

  /** Answers whether the program said that it was done. */
  async function startOnce(what: string, cutOffShare: number): Promise<boolean> {
    const { end, printed } = await start(
      (email) => void given.set(email, (given.get(email) ?? 0) + 1),
      random.chance(cutOffShare),
    )
    count(`${who}: runs`)
    if (end === 'cut off') cutOffs++
    // The text itself is personal data, so the report does not have it.
    if (/Salma|Bennani|p-[0-9a-f]{8}@/.test(printed))
      problems.push(`${what}: a candidate's name or e-mail is in an error`)
    const missing = [...emails].filter((email) => !given.has(email)).length
    if (end === 'done' && missing > 0)
      problems.push(`${what}: it said that it was done, and ${missing} candidates were not given`)
    return end === 'done'
  }

  for (let round = 1; next(round); round++) {
    for (let more = random.between(2, 6); more > 0; more--) await apply()
    await startOnce(`${who}, round ${round}`, round <= SURE_CUT_OFFS ? 1 : KILLED)
  }
  // Each answer breaks off in the middle of somebody's data, so the error must not show what came.
  await apply()
  company.proxy.cutAll(true)
  if (await startOnce(`${who}, with half of each answer`, 0)) problems.push(`${who}: half of an answer was taken`)
  company.proxy.cutAll(false)
  let isDone = false
  for (let tries = 1; tries <= TRIES_MAX && !isDone; tries++) isDone = await startOnce(`${who}, end ${tries}`, 0)
  if (!isDone) problems.push(`${who} was not done in ${TRIES_MAX} starts`)
  const repeats = [...given.values()].reduce((sum, times) => sum + times - 1, 0)
  if (repeats > cutOffs) problems.push(`${who}: ${repeats} repeats, but it was cut off only ${cutOffs} times`)
  for (const [what, number] of Object.entries({ candidates: emails.size, 'cut off': cutOffs, repeats }))
    count(`${who}: ${what}`, number)
}
