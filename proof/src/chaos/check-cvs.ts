import { isObject, readBody } from './answer.ts'
import type { Company, SentApplication } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import type { World } from './world.ts'

const PAGE_SIZE = 100

/** Fetches the CV of every application that has one, by links that it reads first, and answers their number. */
export async function checkCvs(world: World, client: HttpClient): Promise<number> {
  let checked = 0
  for (const company of world.companies) {
    for await (const page of readPages(world, client, company)) {
      for (const { email, cv } of page) {
        const application = world.applications.byEmail(email)
        if (application?.cv === undefined) continue
        checked++
        await checkCv(world, client, application, String(cv))
      }
    }
  }
  return checked
}

async function* readPages({ breaches }: World, client: HttpClient, { slug, key }: Company) {
  for (let since = '1970-01-01'; ; ) {
    const path = `/api/candidates?since=${since}&pageSize=${PAGE_SIZE}`
    const answer = await client.ask({ operation: 'company poll', method: 'GET', path, headers: { 'x-api-key': key } })
    const candidates = answer && readBody(answer)?.candidates
    if (!Array.isArray(candidates)) return breaches.add('not healed', `the candidates of ${slug} cannot be read`)
    const page = candidates.filter(isObject)
    yield page
    since = String(page.at(-1)?.date)
    if (candidates.length < PAGE_SIZE) return
  }
}

async function checkCv(world: World, client: HttpClient, application: SentApplication, link: string): Promise<void> {
  const { breaches } = world
  if (!URL.canParse(link)) return breaches.add('altered', `no CV of form ${application.formId}`, application.history)
  const { pathname, search } = new URL(link)
  const answer = await client.ask({ operation: 'CV', method: 'GET', path: pathname + search })
  if (answer?.status === 200 && application.cv !== undefined && answer.bytes.equals(application.cv)) return
  breaches.add('altered', `the CV of form ${application.formId}: ${answer?.status}`, application.history)
}
