import { jobOf } from './job-body.ts'
import { type MarkedBody, mark, markedBody, numbered } from './marked-body.ts'
import { multipartOf } from './multipart.ts'
import type { Work } from './plan.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body: Buffer | null
  /** Name and value in turn; absent: the key's and a JSON body's. */
  headers?: string[]
  /** The status of a success. */
  expected: number
}

/**
 * The next request of each connection, undefined when all are sent. A connection's request is good until it asks for
 * its next one, so that nothing is built anew.
 */
export type RequestSupply = (connection: number) => Request | undefined

const pathOf = (externalId: string) => `/api/job/${encodeURIComponent(externalId)}`

export function requestSupply(work: Work, connections: number): RequestSupply {
  switch (work.kind) {
    case 'get':
      return gets(work.paths)
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

function gets(paths: string[]): RequestSupply {
  const requests = paths.map((path): Request => ({ method: 'GET', path, body: null, expected: 200 }))
  let next = 0
  return () => requests[next++ % requests.length]
}

const bodies = (connections: number, job: object): MarkedBody[] => {
  const json = JSON.stringify({ job })
  return Array.from({ length: connections }, () => markedBody(json))
}

function creates({ prefix, bodyBytes }: { prefix: string; bodyBytes: number }, connections: number): RequestSupply {
  const body = bodies(connections, { id: `${prefix}${mark}`, ...jobOf(bodyBytes) })
  let next = 0
  return (connection) => ({
    method: 'POST',
    path: '/api/job',
    body: body[connection]?.withNumber(next++) ?? null,
    expected: 200,
  })
}

function upserts({ prefix, bodyBytes }: { prefix: string; bodyBytes: number }, connections: number): RequestSupply {
  const body = bodies(connections, jobOf(bodyBytes))
  const path = pathOf(prefix)
  let next = 0
  return (connection) => {
    const number = next++
    return {
      method: 'PUT',
      path: path + numbered(number),
      body: body[connection]?.withNumber(number) ?? null,
      expected: 201,
    }
  }
}

/** Texts go on where an earlier run ended, for else a job would be sent the text that it has. */
let textNumber = 0

function updates(
  { externalIds, bodyBytes }: { externalIds: string[]; bodyBytes: number },
  connections: number,
): RequestSupply {
  const body = bodies(connections, jobOf(bodyBytes))
  const paths = externalIds.map(pathOf)
  let next = 0
  return (connection) => ({
    method: 'PUT',
    path: paths[next++ % paths.length] ?? '',
    body: body[connection]?.withNumber(textNumber++) ?? null,
    expected: 200,
  })
}

function unpublishes(externalIds: string[]): RequestSupply {
  let next = 0
  return () => {
    const externalId = externalIds[next++]
    if (externalId === undefined) return undefined
    return { method: 'DELETE', path: pathOf(externalId), body: null, expected: 200 }
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
    all.push({ method: 'POST', path: '/api/job/link', body, expected: 200 })
  }
  let next = 0
  return () => all[next++]
}

function mixed(parts: { count: number; work: Work }[], connections: number): RequestSupply {
  const turns = spread(parts.map(({ count, work }) => ({ count, supply: requestSupply(work, connections) })))
  let next = 0
  return (connection) => turns[next++ % turns.length]?.(connection)
}

/** Each so often in a round, as evenly as can be. */
function spread(parts: { count: number; supply: RequestSupply }[]): RequestSupply[] {
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
  const job = JSON.stringify({ id: `${prefix}${mark}`, ...jobOf(bodyBytes) })
  // Each job its own text, as in a feed: the same text a hundred times would be sanitised once.
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
  })
}

/** Forms as browsers send them, each from an address of its own. */
function applies({ path, firstNumber }: { path: string; firstNumber: number }, connections: number): RequestSupply {
  const form = multipartOf({
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
      expected: 201,
    }
  }
}
