import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { whileFailing } from '../test/failing-store.ts'
import { apply, pdf } from '../test/form.ts'
import { useServer } from '../test/harness.ts'

const lines: string[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const server = useServer({ log: createLog('trace', destination) })

const person = {
  firstName: 'Zoubida',
  lastName: 'Mernissi',
  email: 'zoubida.mernissi@example.com',
  phone: '+212 611 223 344',
  linkedinUrl: 'https://www.linkedin.com/in/zoubida',
  message: 'Bonjour à tous',
}

test('one line a request tells its id, operation and status, and never a key, a body, a person or a signature', async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Secret title' } })
  expect((await apply(body.jobUrl, person, pdf)).status).toBe(201)
  const { headers, body: list } = await company.call('GET', '/job/A/candidates')
  const [candidate] = list.candidates
  expect((await fetch(candidate.cv)).status).toBe(200)
  await server.call('bwk_00000000000000000000000000000000', 'GET', '/jobs')
  await fetch(`${server.url}/healthz?key=${company.key}`)

  const log = lines.join('')
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      requestId: headers.get('x-request-id'),
      operation: 'listCandidates',
      method: 'GET',
      path: '/api/job/A/candidates',
      status: 200,
    }),
  )
  const signature = new URL(candidate.cv).searchParams.get('signature')
  for (const secret of [company.key, 'bwk_0000', 'Secret title', signature, ...Object.values(person)]) {
    expect(log).not.toContain(secret)
  }
})

test('an application that cannot be delivered at once is logged without the person’s data', async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
  const { applications } = server.deps
  const failure = Object.assign(new Error('no disk'), { writeErrors: [{ op: person }] })
  const accepted = async () => expect((await apply(body.jobUrl, person)).status).toBe(201)
  await whileFailing(applications, 'insertNew', accepted, failure)
  expect(lines.join('')).toContain('no disk')
  expect(lines.join('')).not.toContain(person.email)
})
