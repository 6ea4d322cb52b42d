import { expect, test } from 'vitest'
import { apply, pdf, publishJob } from './form.ts'
import { useServer } from './harness.ts'
import { password, signedInUser } from './user.ts'

/* Hashing a password takes a whole core and one of the few threads that files and compression share. */

const server = useServer({ settings: { trustProxy: 1 } })

test('a flood of sign-ins from many addresses is refused with 503 beyond a short queue, and everything else is served', async () => {
  const { company, url } = await publishJob(server)
  const { email } = await signedInUser(server, company)
  const signIn = async (address: string, name: string, typed: string) => {
    const res = await fetch(`${server.url}/trpc/session.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, 'x-forwarded-for': address },
      body: JSON.stringify({ email: name, password: typed }),
    })
    await res.body?.cancel()
    return { status: res.status, retryAfter: res.headers.get('retry-after') }
  }
  const flood = Array.from({ length: 200 }, (_, number) =>
    signIn(`198.51.100.${number}`, `person-${number}@example.com`, 'a wrong password'),
  )
  expect((await apply(url, {}, pdf)).status).toBe(201)
  const { status, body } = await company.call('GET', '/candidates')
  expect([status, body.total]).toEqual([200, 1])
  expect((await fetch(body.candidates[0].cv)).status).toBe(200)
  const answers = await Promise.all(flood)
  const refused = answers.filter((answer) => answer.status === 503)
  expect(refused).not.toHaveLength(0)
  for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^[1-9]\d*$/)
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401, 503]))
  expect((await signIn('192.0.2.1', email, password)).status).toBe(200)
})
