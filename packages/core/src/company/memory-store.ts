import type { Company, CompanyStore } from './store.ts'

/** The methods that the sandbox uses. */
type MemoryCompanyStore = Pick<
  CompanyStore,
  'find' | 'recallSlug' | 'findBySlug' | 'findThumbnails' | 'findSuspendedIds'
>

/** Keeps companies in a map, by id, for the sandbox. */
export function createMemoryCompanyStore(rows = new Map<string, Company>()): MemoryCompanyStore {
  return {
    find: async (companyId) => rows.get(companyId),
    recallSlug: (companyId) => rows.get(companyId)?.slug,
    findThumbnails: async () => new Map(),
    // The sandbox has no operator.
    findSuspendedIds: async () => [],
    findBySlug: async (slug) => [...rows.values()].find((company) => company.slug === slug),
  }
}
