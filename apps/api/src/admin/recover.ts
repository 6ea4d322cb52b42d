import { recoverMailbox } from '../feature/application/service/recover.ts'
import { everyCompany } from '../feature/company/service.ts'
import { recoverJobIds } from '../feature/job/service/recover.ts'
import type { Needs } from '../needs.ts'

type RecoverDeps = Needs<typeof recoverJobIds> & Needs<typeof everyCompany> & Needs<typeof recoverMailbox>

/** Makes a restored database safe to serve from, and says what is there. */
export async function recoverDatabase(deps: RecoverDeps) {
  const lastJobId = await recoverJobIds(deps)
  const companies = []
  for await (const { id, slug } of everyCompany(deps)) {
    const { applications, newest, clock } = await recoverMailbox(deps, { companyId: id })
    companies.push({ slug, applications, newest: newest?.toISOString() ?? null, clock: clock.toISOString() })
  }
  return { companies, lastJobId }
}
