import type { Locale } from '@boardwalk/schema/company'
import type { Connection } from 'mongoose'
import { createCache } from '../../db/cache.ts'
import { defineCollection } from '../../db/collection.ts'
import { isDuplicateKey } from '../../db/connection.ts'
import { createOnce } from '../../db/create-once.ts'

export interface Company {
  id: string
  name: string
  slug: string
  locale: Locale
  /** Plain text; null if there is none. */
  description: string | null
  /** An https address; null if there is none. */
  website: string | null
}

/** A company's logo, without its bytes. */
export interface Logo {
  /** SHA-256 of its bytes, in hex: a part of its address, so a browser may keep it for ever. */
  hash: string
  mime: 'image/png' | 'image/jpeg' | 'image/webp'
}

type LogoDocument = Logo & { _id: string; bytes: Buffer }

type CompanyDocument = Omit<Company, 'id'> & { _id: string; createdAt: Date }

const openCompanies = defineCollection<CompanyDocument>('companies', [
  // The public site finds a company by its slug.
  { key: { slug: 1 }, unique: true },
])

// A collection of its own, because the company is read with every job.
const openLogos = defineCollection<LogoDocument>('logos')

const plain = ({ _id, name, slug, locale, description, website }: CompanyDocument): Company => ({
  id: _id,
  name,
  slug,
  locale,
  description,
  website,
})

export function createCompanyStore(connection: Connection) {
  const companies = openCompanies(connection)
  const logos = openLogos(connection)

  const one = async (filter: { _id: string } | { slug: string }): Promise<Company | undefined> => {
    const found = await companies.findOne(filter)
    return found === null ? undefined : plain(found)
  }
  const byId = createCache((companyId: string) => one({ _id: companyId }))
  const logoOf = createCache(async (companyId: string): Promise<{ logo: Logo | null }> => {
    const found = await logos.findOne({ _id: companyId }, { projection: { hash: 1, mime: 1 } })
    return { logo: found && { hash: found.hash, mime: found.mime } }
  })
  const bySlug = createCache((slug: string) => one({ slug }))

  return {
    /** False if another company has the slug. */
    insert: ({ id, ...fields }: Company, createdAt: Date): Promise<boolean> =>
      createOnce(companies, { _id: id, ...fields, createdAt }),
    isEmpty: async (): Promise<boolean> => (await companies.findOne({}, { projection: { _id: 1 } })) === null,
    /** A company from a cache that is less than a second old. A change by this process shows at once. */
    find: (companyId: string): Promise<Company | undefined> => byId.find(companyId),
    /** A company by its slug, from the same cache. */
    findBySlug: (slug: string): Promise<Company | undefined> => bySlug.find(slug),
    async findByIds(companyIds: string[]): Promise<Company[]> {
      return (await companies.find({ _id: { $in: companyIds } }).toArray()).map(plain)
    },
    /** The next companies of the board after an id, in the order of their ids. */
    async findAfter(companyId: string, companiesMax: number): Promise<Company[]> {
      const found = await companies
        .find({ _id: { $gt: companyId } })
        .sort({ _id: 1 })
        .limit(companiesMax)
        .toArray()
      return found.map(plain)
    },
    /** Divides the board into parts of at most `companiesMax`; the company id before each part, first "0". */
    async partStarts(companiesMax: number): Promise<string[]> {
      const starts = ['0']
      for (let after = '0'; ; ) {
        const found = await companies
          .find({ _id: { $gt: after } }, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .skip(companiesMax - 1)
          .limit(2)
          .toArray()
        const [last, next] = found
        if (last === undefined || next === undefined) return starts
        after = last._id
        starts.push(after)
      }
    },
    async updateProfile(companyId: string, profile: Partial<Omit<Company, 'id' | 'slug'>>): Promise<void> {
      await companies.updateOne({ _id: companyId }, { $set: profile })
      byId.forget()
      bySlug.forget()
    },

    /** A company's logo from a cache that is less than a second old. A change by this process shows at once. */
    findLogo: async (companyId: string): Promise<Logo | null> => (await logoOf.find(companyId))?.logo ?? null,
    /** The logo with its bytes, if it still has this hash. */
    async readLogo(companyId: string, hash: string): Promise<(Logo & { bytes: Buffer }) | undefined> {
      const found = await logos.findOne({ _id: companyId, hash }, { promoteBuffers: true })
      return found === null ? undefined : { hash: found.hash, mime: found.mime, bytes: found.bytes }
    },
    async saveLogo(companyId: string, logo: Logo & { bytes: Buffer }): Promise<void> {
      const replace = () => logos.updateOne({ _id: companyId }, { $set: logo })
      try {
        if ((await replace()).matchedCount === 0) await logos.insertOne({ _id: companyId, ...logo })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        await replace()
      }
      logoOf.forget()
    },
    async removeLogo(companyId: string): Promise<void> {
      await logos.deleteOne({ _id: companyId })
      logoOf.forget()
    },
  }
}

export type CompanyStore = ReturnType<typeof createCompanyStore>
