import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeForm, makePdf } from '../application-form.ts'
import { type Answer, describe, readBody } from './answer.ts'
import { type FormFields, note, type SentApplication } from './application-log.ts'
import type { Company, OpenJob } from './company.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { nowMs, openClient, type World } from './world.ts'

/** The shares of forms that have a CV, are double-clicked, come from a browser, or have an id from the page. */
const WITH_CV = 0.2
const DOUBLE_CLICKED = 0.1
const BY_BROWSER = 0.15
const FROM_PAGE = 0.15
/** The share of forms that arrive in pieces, over seconds. */
const SLOW = 0.04
/** The share of applicants who give up after one unanswered try. The others send the form until it is answered. */
const GIVING_UP = 0.1
const TRIES_MAX = 40

/** Applies to one job after the other, until the world closes. */
export async function apply(world: World, random: Random): Promise<void> {
  const client = openClient(world, random)
  while (world.isOpen()) await applyOnce(world, client, random)
  client.close()
}

async function applyOnce(world: World, client: HttpClient, random: Random): Promise<void> {
  const company = random.pick(world.companies)
  const job = random.pick(company.openJobs)
  const formId = random.chance(FROM_PAGE) ? await readFormId(world, client, job.path) : randomUUID()
  if (formId === undefined) return
  const application = begun(world, company, job, formId, random)
  const clicks = random.chance(DOUBLE_CLICKED) ? 2 : 1
  const triesMax = random.chance(GIVING_UP) ? 1 : TRIES_MAX
  for (let tries = 0; tries < triesMax; tries++) {
    const pauses = random.chance(SLOW) ? [1, 2, 3].map(() => () => sleep(random.between(100, 1_200))) : []
    const click = () => send(world, client, application, random.chance(BY_BROWSER), pauses)
    await Promise.all(Array.from({ length: clicks }, click))
    if (application.acknowledged !== undefined) return
    await sleep(random.between(20, 300))
  }
}

function begun(world: World, company: Company, job: OpenJob, formId: string, random: Random): SentApplication {
  const application: SentApplication = {
    ...{ company, job, formId, fields: chooseFields(formId, random) },
    cv: random.chance(WITH_CV) ? makePdf({ mark: formId }) : undefined,
    ...{ firstSentMs: nowMs(), acknowledged: undefined, dateMs: undefined, ids: new Set(), history: [] },
  }
  world.applications.add(application)
  return application
}

function chooseFields(formId: string, random: Random): FormFields {
  return {
    firstName: random.pick(['Salma', 'أمينة', 'Youssef', 'Zoë', 'O’Neil']),
    lastName: random.pick(['Bennani', 'العلوي', 'El Amrani', '<b>Tazi</b>', 'Chraïbi']),
    email: `${formId}@example.com`,
    phone: random.pick(['', '+212 600 000 000']),
    linkedinUrl: random.pick(['', 'https://www.linkedin.com/in/somebody']),
    message: random.pick(['', `I am ${formId}.`, 'Disponible dès le mois prochain.\nCordialement & à bientôt']),
  }
}

async function readFormId(world: World, client: HttpClient, path: string): Promise<string | undefined> {
  const answer = await client.ask({ operation: 'job page', method: 'GET', path, headers: { accept: 'text/html' } })
  if (answer === undefined || answer.status >= 500) return undefined
  const formId = /name="formId"[^>]* value="([^"]+)"/.exec(answer.bytes.toString('utf8'))?.[1]
  if (formId === undefined) world.breaches.add('malformed', `a job page without a form: ${describe(answer)}`)
  return formId
}

async function send(
  world: World,
  client: HttpClient,
  application: SentApplication,
  isBrowser: boolean,
  pauses: (() => Promise<unknown>)[],
): Promise<void> {
  const { job, fields, formId, cv } = application
  const form = encodeForm({ formId, ...fields, consent: 'yes' }, cv && { name: 'cv.pdf', bytes: cv })
  note(application, isBrowser ? 'sent by a browser' : 'sent')
  const answer = await client.ask({
    operation: pauses.length > 0 ? 'slow application' : 'application',
    method: 'POST',
    path: `${job.path}/apply`,
    headers: { accept: isBrowser ? 'text/html' : 'application/json', 'content-type': form.type },
    body: form.body,
    pauses,
  })
  // A program gets a 201, a browser is redirected to the confirmation.
  if (answer?.status !== 201 && answer?.status !== 303) note(application, `answered ${answer?.status ?? 'nothing'}`)
  if (answer === undefined || answer.status >= 500) return
  const receipt = isBrowser ? readCookie(answer) : readReceipt(answer)
  if (receipt === undefined)
    world.breaches.add('malformed', `a form was answered ${describe(answer)}`, application.history)
  else acknowledge(world, application, receipt)
}

interface Receipt {
  id: string
  dateMs: number
}

function readReceipt(answer: Answer): Receipt | undefined {
  const { id, date } = readBody(answer) ?? {}
  if (answer.status !== 201 || typeof id !== 'string' || typeof date !== 'string') return undefined
  return { id, dateMs: Date.parse(date) }
}

/** Reads the cookie by which the confirmation finds the application. */
function readCookie(answer: Answer): Receipt | undefined {
  const [, id, ms] = /^applied=([0-9a-f]{32})\.(\d+);/.exec(answer.headers['set-cookie']?.[0] ?? '') ?? []
  return answer.status === 303 && id !== undefined ? { id, dateMs: Number(ms) } : undefined
}

function acknowledge(world: World, application: SentApplication, { id, dateMs }: Receipt): void {
  note(application, `acknowledged as ${id} of ${new Date(dateMs).toISOString()}`)
  application.ids.add(id)
  if (application.ids.size > 1)
    world.breaches.add('two of one form', `form ${application.formId} was given a second id`, application.history)
  if (application.dateMs !== undefined && dateMs !== application.dateMs)
    world.breaches.add('two of one form', `form ${application.formId} was given a second date`, application.history)
  application.dateMs ??= dateMs
  if (application.acknowledged !== undefined) return
  application.acknowledged = { id, atMs: nowMs() }
  world.acknowledged.applications++
}
