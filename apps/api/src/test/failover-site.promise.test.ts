import { expect } from 'vitest'
import { useFailover } from './failover.ts'
import { apply, pdf } from './form.ts'

/* During a failover, people who read the public site or apply there wait a moment and get no error. */

const { a, base, jobOfBase, applied, operation } = useFailover()

for (const [kind, cv] of [
  ['without a CV', undefined],
  ['with a CV', pdf],
] as const) {
  operation(`an application ${kind}`, async (tried) => {
    const { company, jobUrl } = await jobOfBase()
    const { status, body } = await tried(() => apply(a.at(jobUrl), {}, cv))
    expect(status).toBe(201)
    const polled = await company.call('GET', '/candidates')
    expect(polled.body).toMatchObject({ total: 1, candidates: [{ id: body.id, date: body.date }] })
    expect((await base.storedCvs(company.id)).files).toBe(cv === undefined ? 0 : 1)
    if (cv !== undefined) expect((await fetch(polled.body.candidates[0].cv)).status).toBe(200)
  })
}

async function read(url: string) {
  const res = await fetch(url)
  return { status: res.status, bytes: Buffer.from(await res.arrayBuffer()) }
}

const pages = {
  'the page of a job': ({ pathname }: URL) => pathname,
  'the page of a company': ({ pathname }: URL) => pathname.replace(/\/jobs\/.*/, ''),
  'the feed of a company': ({ pathname }: URL) => pathname.replace(/\/jobs\/.*/, '/feed.xml'),
}
for (const [name, findPath] of Object.entries(pages)) {
  operation(name, async (tried) => {
    const { jobUrl } = await jobOfBase()
    const { status, bytes } = await tried(() => read(`${a.url}${findPath(new URL(jobUrl))}`))
    expect({ status, hasJob: bytes.includes('Before') }).toEqual({ status: 200, hasJob: true })
  })
}

operation('the download of a CV', async (tried) => {
  const { company } = await applied(pdf)
  const { cv } = (await company.call('GET', '/candidates')).body.candidates[0]
  const { pathname, search } = new URL(cv)
  const { status, bytes } = await tried(() => read(`${a.url}${pathname}${search}`))
  expect({ status, isWhole: bytes.equals(pdf) }).toEqual({ status: 200, isWhole: true })
})
