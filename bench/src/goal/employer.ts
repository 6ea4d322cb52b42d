import type { Db } from 'mongodb'
import { type Company, createCompany } from '../service/company.ts'
import type { ServiceDatabase } from '../service/service.ts'

/** A company of Boardwalk, with a key of both scopes. */
export interface Employer {
  company: Company
  key: string
}

export async function createEmployer(place: { database: ServiceDatabase; db: Db }, slug: string): Promise<Employer> {
  const company = await createCompany('boardwalk', place.database, place.db, { name: `Employeur ${slug}`, slug })
  return { company, key: await company.createKey(['read', 'write']) }
}
