import { randomUUID } from 'node:crypto'
import { encodeForm, fillForm, postForm } from '../application-form.ts'
import { createJob } from '../operator.ts'
import { type ClientCompany, runBoardwalk, TRIES_MAX } from './client-company.ts'

const KILLED = 0.4
/** The first rounds are all cut off, so that a short run has some. */
const SURE_CUT_OFFS = 2

const FOLLOW = ['candidates', 'follow', '--once', '--state', 'candidates.json', '-o', 'ndjson']

/** Follows with `boardwalk candidates follow --once`, which is killed and started again. */
export async function tryFollow(company: ClientCompany): Promise<void> {
  const { random, who, next, count, problems } = company
  const { path } = await createJob(company.board.operator, company.slug)
  const emails = new Set<string>()
  const given = new Map<string, number>()
  let cutOffs = 0

  async function apply(): Promise<void> {
    const mark = randomUUID().slice(0, 8)
    const person = { firstName: `Salma-${mark}`, lastName: `Bennani-${mark}`, email: `p-${mark}@example.com` }
    const { status } = await postForm(`${company.board.url}${path}`, encodeForm(fillForm(person)))
    if (status !== 201) throw new Error(`the board does not accept a form: ${status}`)
    emails.add(person.email)
  }

  /** Starts the command once, and answers whether it said that it was done. */
  async function startOnce(what: string, cutOffShare: number): Promise<boolean> {
    const killAfterMs = random.chance(cutOffShare) ? random.between(150, 900) : undefined
    const { code, stdout, stderr } = await runBoardwalk(company, FOLLOW, killAfterMs)
    // A whole line is a candidate that was given. What a killed command began comes again.
    for (const line of stdout.split('\n').slice(0, -1)) {
      const { email } = JSON.parse(line)
      given.set(email, (given.get(email) ?? 0) + 1)
    }
    count(`${who}: runs`)
    if (code === null) cutOffs++
    else if (![0, 1, 5].includes(code)) problems.push(`${who} ended with ${code}: ${stderr}`)
    // The text itself is personal data, so the report does not have it.
    if (/Salma|Bennani|p-[0-9a-f]{8}@/.test(stderr))
      problems.push(`${what}: a candidate's name or e-mail is in an error`)
    const missing = [...emails].filter((email) => !given.has(email)).length
    if (code === 0 && missing > 0)
      problems.push(`${what}: it said that it was done, and ${missing} candidates were not given`)
    return code === 0
  }

  for (let round = 1; next(round); round++) {
    for (let more = random.between(2, 6); more > 0; more--) await apply()
    await startOnce(`${who}, round ${round}`, round <= SURE_CUT_OFFS ? 1 : KILLED)
  }
  // Each answer breaks off in the middle of a candidate's data, so the error must not show what came.
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
