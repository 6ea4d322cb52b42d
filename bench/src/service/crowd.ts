import { createHash, randomBytes } from 'node:crypto'
import type { Db } from 'mongodb'
import type { ApplicationDocument } from '../peer/application.ts'
import { makeApplication, storeApplications } from './applications.ts'
import type { Company } from './company.ts'

/**
 * Many companies of a service, alike but for their names: each has a key, two jobs and six applications. A request to any of
 * them has the same address, so only the keys tell them apart.
 */
export interface Crowd {
  /** A key of both scopes of each company. */
  keys: string[]
  /** The external id of the job that is polled. */
  polled: string
  /** The date of the polled job's newest application. */
  lastDate: Date
  /** The date of each company's newest application, which is to the other job. */
  lastDateOfCompany: Date
}

const POLLED = 'polled'
const OTHER = 'other'
const APPLICATIONS_OF_POLLED = 5
const MINUTE_MS = 60_000
/** Companies that are stored at once. */
const BATCH = 500

interface Row {
  _id: string | number
}
interface KeyRow {
  /** SHA-256 of the key. */
  _id: string
  companyId: string
}

/** Copies a company and its key in the database, and gives each copy jobs and applications. */
export async function makeCrowd(db: Db, company: Company, templateId: number, count: number): Promise<Crowd> {
  const find = async <Found extends Row>(collection: string, filter: object): Promise<Found> => {
    const found = await db.collection<Row>(collection).findOne(filter)
    if (found === null) throw new Error(`there is nothing to copy in ${collection}`)
    // The caller names what the services store there.
    return found as Found
  }
  const employer = await find('companies', { _id: company.id })
  const apiKey = await find<KeyRow>('apiKeys', { companyId: company.id })
  const job = await find('jobs', { _id: templateId })
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dateAt = (index: number) => new Date(lastMs - (APPLICATIONS_OF_POLLED - index) * MINUTE_MS)
  const keys = Array.from({ length: count }, () => `bwk_${randomBytes(16).toString('hex')}`)
  for (let first = 0; first < count; first += BATCH) {
    const members = keys
      .slice(first, first + BATCH)
      .map((key, index) => ({ key, ...nameMember(company, first + index) }))
    const insert = (collection: string, rows: Row[]) =>
      db.collection<Row>(collection).insertMany(rows, { ordered: false })
    await insert(
      'companies',
      members.map(({ id, slug }) => ({ ...employer, _id: id, slug })),
    )
    await insert(
      'apiKeys',
      members.map(({ key, id, slug }) => ({
        ...apiKey,
        ...{
          _id: createHash('sha256').update(key).digest('hex'),
          keyId: `key_${slug}`,
          companyId: id,
          companySlug: slug,
        },
      })),
    )
    await insert(
      'jobs',
      members.flatMap(({ id, jobIds }) =>
        [POLLED, OTHER].map((externalKey, index) => ({
          ...job,
          ...{ _id: jobIds[index] ?? 0, companyId: id, externalKey, slug: `comptable-${jobIds[index]}` },
        })),
      ),
    )
    await Promise.all(members.map(({ id, jobIds }) => storeApplications(db, id, applications(id, jobIds, dateAt))))
  }
  return {
    keys,
    polled: POLLED,
    lastDate: dateAt(APPLICATIONS_OF_POLLED - 1),
    lastDateOfCompany: dateAt(APPLICATIONS_OF_POLLED),
  }
}

/** Larger than any id that a service gives, and smaller than those of other copies. */
const FIRST_JOB_ID = 500_000_000

function nameMember(company: Company, number: number) {
  const firstJobId = FIRST_JOB_ID + 2 * number
  return { id: `${company.id}-${number}`, slug: `${company.slug}-${number}`, jobIds: [firstJobId, firstJobId + 1] }
}

function* applications(
  companyId: string,
  [polled = 0, other = 0]: number[],
  dateAt: (index: number) => Date,
): Generator<ApplicationDocument> {
  for (let index = 0; index < APPLICATIONS_OF_POLLED; index++)
    yield makeApplication(companyId, polled, index, dateAt(index))
  yield makeApplication(companyId, other, APPLICATIONS_OF_POLLED, dateAt(APPLICATIONS_OF_POLLED))
}
