import { makeJob } from './job-body.ts'
import { type MarkedBody, mark, markedBody, writeNumber } from './marked-body.ts'
import { encodeForm } from './multipart.ts'
import type { Work } from './plan.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body: Buffer | null
  /** Names and values in turn, instead of the headers of the key and a JSON body. */
  headers?: string[]
  /** The status of a success. */
  expected: number
  /** A text that the body of a success has. */
  contains: string
  /** The key of the caller, which the run adds. */
  key?: string
}

/** The body of a success has no error. */
const contains = '"error":null'

/**
 * Answers the next request of a connection, or undefined when all are sent. A request is valid until its connection asks
 * for the next one, which reuses its memory.
 */
export type RequestSupply = (connection: number) => Request | undefined

const jobPath = (externalId: string) => `/api/job/${encodeURIComponent(externalId)}`

export function requestSupply(work: Work, connections: number): RequestSupply {
  switch (work.kind) {
    case 'get':
      return gets(work)
    case 'create':
      return creates(work, connections)
    case 'upsert':
      return upserts(work, connections)
    case 'update':
      return updates(work, connections)
    case 'unpublish':
      return unpublishes(work.externalIds)
    case 'link':
      return links(work)
    case 'upsert-many':
      return upsertsMany(work)
    case 'apply':
      return applies(work, connections)
    case 'mixed':
      return mixed(work.parts, connections)
  }
}

function gets({ paths, contains }: { paths: string[]; contains: string }): RequestSupply {
  const requests = paths.map((path): Request => ({ method: 'GET', path, body: null, expected: 200, contains }))
  let next = 0
  return () => requests[next++ % requests.length]
}

const bodies = (connections: number, job: object): MarkedBody[] => {
  const json = JSON.stringify({ job })
  return Array.from({ length: connections }, () => markedBody(json))
}

/** The number of the next text. Runs share it, so that no run sends a text that a service has cached. */
let textNumber = 0

function creates({ prefix, bodyBytes }: { prefix: string; bodyBytes: number }, connections: number): RequestSupply {
  const body = bodies(connections, { id: `${prefix}${mark}`, ...makeJob(bodyBytes) })
  return (connection) => ({
    method: 'POST',
    path: '/api/job',
    body: body[connection]?.withNumber(textNumber++) ?? null,
    expected: 200,
    contains,
  })
}

function upserts({ prefix, bodyBytes }: { prefix: string; bodyBytes: number }, connections: number): RequestSupply {
  const body = bodies(connections, makeJob(bodyBytes))
  const path = jobPath(prefix)
  return (connection) => {
    const number = textNumber++
    return {
      method: 'PUT',
      path: path + writeNumber(number),
      body: body[connection]?.withNumber(number) ?? null,
      expected: 201,
      contains,
    }
  }
}

function updates(
  { externalIds, bodyBytes }: { externalIds: string[]; bodyBytes: number },
  connections: number,
): RequestSupply {
  const body = bodies(connections, makeJob(bodyBytes))
  const paths = externalIds.map(jobPath)
  let next = 0
  return (connection) => ({
    method: 'PUT',
    path: paths[next++ % paths.length] ?? '',
    body: body[connection]?.withNumber(textNumber++) ?? null,
    expected: 200,
    contains,
  })
}

function unpublishes(externalIds: string[]): RequestSupply {
  let next = 0
  return () => {
    const externalId = externalIds[next++]
    if (externalId === undefined) return undefined
    return { method: 'DELETE', path: jobPath(externalId), body: null, expected: 200, contains }
  }
}

function links({
  jobIds,
  prefix,
  linksPerRequest,
}: {
  jobIds: number[]
  prefix: string
  linksPerRequest: number
}): RequestSupply {
  const all: Request[] = []
  for (let at = 0; at + linksPerRequest <= jobIds.length; at += linksPerRequest) {
    const items = jobIds
      .slice(at, at + linksPerRequest)
      .map((platformJobId) => ({ platformJobId, externalJobId: `${prefix}${platformJobId}` }))
    const body = Buffer.from(JSON.stringify({ links: items }))
    all.push({ method: 'POST', path: '/api/job/link', body, expected: 200, contains })
  }
  let next = 0
  return () => all[next++]
}

function mixed(parts: { count: number; work: Work }[], connections: number): RequestSupply {
  const turns = spreadEvenly(parts.map(({ count, work }) => ({ count, supply: requestSupply(work, connections) })))
  let next = 0
  return (connection) => turns[next++ % turns.length]?.(connection)
}

/** Makes a round in which each supply comes `count` times, evenly spread. */
function spreadEvenly(parts: { count: number; supply: RequestSupply }[]): RequestSupply[] {
  return parts
    .flatMap(({ count, supply }) =>
      Array.from({ length: count }, (_, index) => ({ at: (index + 0.5) / count, supply })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ supply }) => supply)
}

function upsertsMany({
  prefix,
  bodyBytes,
  jobsPerRequest,
}: {
  prefix: string
  bodyBytes: number
  jobsPerRequest: number
}): RequestSupply {
  const job = JSON.stringify({ id: `${prefix}${mark}`, ...makeJob(bodyBytes) })
  // Each job has its own text, as in a feed: the server would sanitise the same text only once.
  const jobs = Array.from({ length: jobsPerRequest }, () => markedBody(job))
  let next = 0
  return () => ({
    method: 'PUT',
    path: '/api/jobs',
    body: Buffer.concat([
      Buffer.from('{"jobs":['),
      ...jobs.flatMap((each, index) => [Buffer.from(index === 0 ? '' : ','), each.withNumber(next++)]),
      Buffer.from(']}'),
    ]),
    expected: 200,
    contains,
  })
}

/** Sends forms as browsers do, each from another address. */
function applies({ path, firstNumber }: { path: string; firstNumber: number }, connections: number): RequestSupply {
  const form = encodeForm({
    formId: `00000000-0000-4000-8000-00${mark}`,
    firstName: 'Salma',
    lastName: 'Bennani',
    email: `applicant.${mark}@example.com`,
    phone: '+212 600 000 000',
    linkedinUrl: 'https://www.linkedin.com/in/salma-bennani',
    message: 'Bonjour,\r\nje suis disponible dès le mois prochain.',
    consent: 'yes',
  })
  const body = Array.from({ length: connections }, () => markedBody(form.text))
  let next = firstNumber
  return (connection) => {
    const number = next++
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    return {
      method: 'POST',
      path,
      headers: ['content-type', form.type, 'x-forwarded-for', address],
      body: body[connection]?.withNumber(number) ?? null,
      // A browser is redirected to the confirmation.
      expected: 303,
      contains: '',
    }
  }
}
