import { LRUCache } from 'lru-cache'
import type { Connection } from '../db/connection.ts'
import { batch, createCache } from '../db/once.ts'
import { createOnce } from '../db/row.ts'
import { fold, isFound, matchWord } from '../db/word-pattern.ts'
import { createPictureStore } from './picture-store.ts'
import { type CompanyDocument, openCompanies } from './schema.ts'

/** A company of the board, without its logo. */
export type Company = Pick<
  CompanyDocument,
  'name' | 'slug' | 'locale' | 'description' | 'website' | 'privacy' | 'currency' | 'contactEmail' | 'suspendedAt'
> & { id: string }

/** The fields that users change in a form. */
export type CompanyTexts = Omit<Company, 'id' | 'slug' | 'suspendedAt'>

/** The number of changes of a company's texts, and who changed each text last. */
export type CompanyRevision = Required<Pick<CompanyDocument, 'revision' | 'changedBy'>>

const SLUGS_KEPT = 50_000
/** The most employers that a word of a search names. A word that more of them share tells none from the others. */
const EMPLOYERS_MAX = 1000

/** Lists the words of a company's name as a search writes them: without case and accents. */
const listNameWords = (name: string): string[] => [...new Set(fold(name).match(/[\p{L}\p{N}]+/gu) ?? [])]

const isThere = { removedAt: { $exists: false } }

const fromDocument = (stored: CompanyDocument): Company => {
  const { _id, name, slug, locale, description, website, privacy, currency, contactEmail, suspendedAt } = stored
  return { id: _id, name, slug, locale, description, website, privacy, currency, contactEmail, suspendedAt }
}

export function createCompanyStore(connection: Connection) {
  const companies = openCompanies(connection)

  const findByIds = async (companyIds: readonly string[]): Promise<Company[]> =>
    (await companies.find({ _id: { $in: [...companyIds] }, ...isThere }).toArray()).map(fromDocument)
  /** Callers at the same moment share a query. */
  const findById = batch(async (companyIds: readonly string[]): Promise<(Company | undefined)[]> => {
    const found = new Map((await findByIds(companyIds)).map((company) => [company.id, company]))
    return companyIds.map((companyId) => found.get(companyId))
  })
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const slugs = new LRUCache<string, string>({ maxSize: SLUGS_KEPT, sizeCalculation: () => 1 })
  const byId = createCache(async (companyId: string) => {
    const company = await findById(companyId)
    if (company !== undefined) slugs.set(companyId, company.slug)
    return company
  })
  const bySlug = createCache(async (slug: string): Promise<Company | undefined> => {
    const found = await companies.findOne({ slug, ...isThere })
    return found === null ? undefined : fromDocument(found)
  })
  const byNameWords = createCache(async (words: readonly string[]): Promise<string[][]> => {
    const nameWords = { $in: words.map(matchWord) }
    const options = { projection: { nameWords: 1 }, limit: (EMPLOYERS_MAX + 1) * words.length }
    const found = await companies.find({ nameWords, ...isThere }, options).toArray()
    return words.map((word) => {
      const named = found.filter(({ nameWords }) => nameWords.some((each) => isFound(each, word)))
      return named.length > EMPLOYERS_MAX ? [] : named.map(({ _id }) => _id)
    })
  })
  const suspended = createCache(async (): Promise<string[]> => {
    const options = { projection: { _id: 1 }, sort: { _id: 1 } } as const
    return (await companies.find({ suspendedAt: { $gt: new Date(0) } }, options).toArray()).map(({ _id }) => _id)
  })
  const forget = () => {
    suspended.forget()
    byId.forget()
    bySlug.forget()
    byNameWords.forget()
  }

  return {
    /** Stores a new company. False if another company has the slug. */
    insert: ({ id, ...fields }: Company, createdAt: Date): Promise<boolean> =>
      createOnce(companies, { _id: id, ...fields, nameWords: listNameWords(fields.name), createdAt }),
    isEmpty: async (): Promise<boolean> => (await companies.findOne({}, { projection: { _id: 1 } })) === null,
    /** Finds a company in a cache that is less than a second old. A change by this process shows at once. */
    find: (companyId: string): Promise<Company | undefined> => byId.find(companyId),
    /** Returns the slug of a company that this process has found before. It is never old, because no company gets another slug. */
    recallSlug: (companyId: string): string | undefined => slugs.get(companyId),
    /** Finds a company by its slug, in a cache of the same age. */
    findBySlug: (slug: string): Promise<Company | undefined> => bySlug.find(slug),
    /** Finds a company by its slug, also one that is being removed. */
    async findAny(slug: string): Promise<Company | undefined> {
      const found = await companies.findOne({ slug })
      return found === null ? undefined : fromDocument(found)
    },
    findByIds,
    /** Finds the ids of the suspended companies in their order, in a cache of the same age. They are few. */
    findSuspendedIds: async (): Promise<readonly string[]> => (await suspended.find()) ?? [],
    /** Suspends a company, or ends that with null. It is safe to repeat: the date of a suspension stays. */
    async setSuspension(companyId: string, suspendedAt: Date | null): Promise<void> {
      const isOtherwise = { suspendedAt: suspendedAt === null ? { $gt: new Date(0) } : null }
      await companies.updateOne({ _id: companyId, ...isThere, ...isOtherwise }, { $set: { suspendedAt } })
      forget()
    },
    /**
     * Finds, for each of some folded words, the ids of the companies whose name has a word that begins with it, or is it if it is short, in
     * a cache of the same age. None for a word that too many have.
     */
    findIdsByNames: async (words: readonly string[]): Promise<string[][]> => (await byNameWords.find(words)) ?? [],
    /** Finds the next companies of the board after an id, in the order of ids. */
    async findAfter(companyId: string, companiesMax: number): Promise<Company[]> {
      const found = await companies
        .find({ _id: { $gt: companyId }, ...isThere })
        .sort({ _id: 1 })
        .limit(companiesMax)
        .toArray()
      return found.map(fromDocument)
    },
    /**
     * Divides the board into parts of at most `companiesMax`. Returns the company id before each part: "0" comes first.
     */
    async findPartStarts(companiesMax: number): Promise<string[]> {
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
    /** Hides a company from all queries but those of its removal. */
    async beginRemoval(companyId: string, at: Date): Promise<void> {
      await companies.updateOne({ _id: companyId }, { $min: { removedAt: at } })
      forget()
    },
    /** Deletes the row of a company. It is safe to repeat. */
    async remove(companyId: string): Promise<void> {
      await companies.deleteOne({ _id: companyId })
      forget()
    },
    /** Reads a company and its revision from the database. */
    async read(companyId: string): Promise<(Company & CompanyRevision) | undefined> {
      const found = await companies.findOne({ _id: companyId, ...isThere })
      return found === null
        ? undefined
        : { ...fromDocument(found), revision: found.revision ?? 0, changedBy: found.changedBy ?? {} }
    },
    /** Changes texts of a company. Writes nothing and returns false if they have changed since this revision. */
    async updateTexts(companyId: string, revision: number, texts: Partial<CompanyTexts>, by: string): Promise<boolean> {
      const changedBy = Object.fromEntries(Object.keys(texts).map((name) => [`changedBy.${name}`, by]))
      const { matchedCount } = await companies.updateOne(
        { _id: companyId, ...isThere, revision: revision === 0 ? { $exists: false } : revision },
        {
          $set: { ...texts, ...(texts.name !== undefined && { nameWords: listNameWords(texts.name) }), ...changedBy },
          $inc: { revision: 1 },
        },
      )
      forget()
      return matchedCount === 1
    },
    ...createPictureStore(connection),
  }
}

export type CompanyStore = ReturnType<typeof createCompanyStore>
