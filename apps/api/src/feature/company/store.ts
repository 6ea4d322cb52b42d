import type { Locale } from '@boardwalk/schema/company'
import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from '../../db/connection.ts'

export interface Company {
  id: string
  name: string
  slug: string
  locale: Locale
}

type CompanyDocument = Omit<Company, 'id'> & { _id: string; createdAt: Date }

const schema = new Schema<CompanyDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    slug: { type: String, required: true },
    locale: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'companies' },
)
// The public site finds a company by its slug.
schema.index({ slug: 1 }, { unique: true })

const plain = ({ _id, name, slug, locale }: CompanyDocument): Company => ({ id: _id, name, slug, locale })

export function companyStore(connection: Connection) {
  const companies = connection.model('Company', schema)
  return {
    /** False where another company has the slug. */
    async insert(company: Company, createdAt: Date): Promise<boolean> {
      const { id, ...fields } = company
      try {
        await companies.create({ _id: id, ...fields, createdAt })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    isEmpty: async (): Promise<boolean> => (await companies.exists({})) === null,
    async find(companyId: string): Promise<Company | undefined> {
      const found = await companies.findById(companyId).lean()
      return found === null ? undefined : plain(found)
    },
    async findBySlug(slug: string): Promise<Company | undefined> {
      const found = await companies.findOne({ slug }).lean()
      return found === null ? undefined : plain(found)
    },
  }
}
