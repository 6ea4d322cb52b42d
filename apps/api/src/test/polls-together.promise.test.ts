import { afterEach, expect, it } from 'vitest'
import { apply } from './form.ts'
import { useServer } from './harness.ts'
import { useProxiedServer } from './proxied.ts'

/* A query for many callers gives each of them what a query of their own gives. */

const base = useServer()
const a = useProxiedServer(base)
afterEach(() => {
  a.rule = undefined
})

it('polls of many companies at the same moment share queries, and get what each of them gets alone', async () => {
  const companies = await Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const company = await base.company()
      const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).body
      for (let sent = 0; sent < number % 4; sent++) await apply(jobUrl)
      return company
    }),
  )
  const paths = ['/job/A/candidates?pageSize=2', '/candidates?pageSize=1']
  const expected = []
  for (const { call } of companies) for (const path of paths) expected.push((await call('GET', path)).body)

  const together = new Set<string | undefined>()
  a.rule = ({ name, collection, body }) => {
    if (name === 'find' && body.filter.$or !== undefined) together.add(collection)
    return undefined
  }
  for (let round = 0; round < 2; round++) {
    const asked = companies.flatMap((company) => paths.map((path) => a.call(company, 'GET', path)))
    expect((await Promise.all(asked)).map(({ body }) => body)).toStrictEqual(expected)
  }
  expect([...together].sort()).toEqual(['applications', 'jobs'])
})
