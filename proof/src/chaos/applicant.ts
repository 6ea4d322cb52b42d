import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeForm, makePdf } from '../application-form.ts'
import { describe, readBody } from './answer.ts'
import { type FormFields, note, type SentApplication } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { nowMs, openClient, type World } from './world.ts'

/** The shares of forms that have a CV, and that are double-clicked. */
const WITH_CV = 0.2
const DOUBLE_CLICKED = 0.1
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
  const formId = randomUUID()
  const application: SentApplication = {
    company,
    job,
    formId,
    fields: chooseFields(formId, random),
    cv: random.chance(WITH_CV) ? makePdf({ mark: formId }) : undefined,
    firstSentMs: nowMs(),
    acknowledged: undefined,
    dateMs: undefined,
    ids: new Set(),
    changes: [],
    history: [],
  }
  world.applications.add(application)
  const clicks = random.chance(DOUBLE_CLICKED) ? 2 : 1
  const triesMax = random.chance(GIVING_UP) ? 1 : TRIES_MAX
  for (let tries = 0; tries < triesMax; tries++) {
    await Promise.all(Array.from({ length: clicks }, () => send(world, client, application)))
    if (application.acknowledged !== undefined) return
    await sleep(random.between(20, 300))
  }
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

async function send(world: World, client: HttpClient, application: SentApplication): Promise<void> {
  const { job, fields, formId, cv } = application
  const form = encodeForm({ formId, ...fields, consent: 'yes' }, cv && { name: 'cv.pdf', bytes: cv })
  note(application, 'sent')
  const answer = await client.ask({
    operation: 'application',
    method: 'POST',
    path: `${job.path}/apply`,
    body: form.body,
    headers: {
      accept: 'application/json',
      'content-type': form.type,
    },
  })
  if (answer?.status !== 201) note(application, `answered ${answer?.status ?? 'nothing'}`)
  if (answer === undefined || answer.status >= 500) return
  const { id, date } = readBody(answer) ?? {}
  if (answer.status !== 201 || typeof id !== 'string' || typeof date !== 'string')
    world.breaches.add('malformed', `a form was answered ${describe(answer)}`, application.history)
  else acknowledge(world, application, id, Date.parse(date))
}

function acknowledge(world: World, application: SentApplication, id: string, dateMs: number): void {
  note(application, `acknowledged as ${id} of ${new Date(dateMs).toISOString()}`)
  application.ids.add(id)
  if (application.ids.size > 1)
    world.breaches.add('two of one form', `form ${application.formId} was given a second id`, application.history)
  if (application.dateMs !== undefined && dateMs !== application.dateMs)
    world.breaches.add('two of one form', `form ${application.formId} was given a second date`, application.history)
  application.dateMs ??= dateMs
  if (application.acknowledged !== undefined) return
  application.acknowledged = { id, atMs: nowMs() }
  world.applications.acknowledge(application, id)
  world.acknowledged.applications++
}
