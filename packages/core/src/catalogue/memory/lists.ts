import { type FilterCount, passesFilters } from '../../job/filters.ts'
import type { JobOwners } from '../../job/owners.ts'
import { CLOSENESSES, type ListPosition, type ListQuery } from '../catalogue.ts'
import { readSearchWords } from '../keys.ts'
import type { SearchQuery } from '../query.ts'
import type { JobTable } from './job-table.ts'
import { rank } from './ranking.ts'
import { countFirst, type SlotList } from './slot-list.ts'
import type { WordIndex } from './word-index.ts'

/* The lists that searches find, as slots. A list has a tier for each of `CLOSENESSES`, each by publication, the newest first. */

export type Tiers = readonly (readonly number[])[]

export const countAll = (tiers: Tiers): number => tiers.reduce((sum, { length }) => sum + length, 0)

/** Takes a page of a list. */
export function takePage(tiers: Tiers, first: number, pageSize: number): { slot: number; tier: number }[] {
  let from = first
  return tiers
    .flatMap((slots, tier) => {
      const some = slots.slice(Math.max(0, from), Math.max(0, from + pageSize))
      from -= slots.length
      return some.map((slot) => ({ slot, tier }))
    })
    .slice(0, pageSize)
}

/** Makes the functions that list jobs of a table. */
export function createLists({ table, words }: { table: JobTable; words: WordIndex }) {
  /** Makes the condition that a job belongs to the owners and is open. */
  function isShown(owners: JobOwners, at: Date): (slot: number) => boolean {
    const atMs = at.getTime()
    if ('companyId' in owners) {
      const company = table.findCompany(owners.companyId)
      return (slot) => table.company(slot) === company && table.isOpen(slot, atMs)
    }
    const hidden = new Set(owners.exceptCompanyIds.map(table.findCompany))
    return (slot) => table.isOpen(slot, atMs) && !(hidden.size > 0 && hidden.has(table.company(slot)))
  }

  /** Finds the jobs of owners, by publication, the oldest first. */
  const orderOf = (owners: JobOwners): SlotList =>
    'companyId' in owners ? table.companyOrder(owners.companyId) : table.order

  /** Says for each combination of filter values whether a search may have it. */
  const listPassed = (search: SearchQuery): boolean[] =>
    table.filterValues.map((values) => passesFilters(values, search))

  /** Says how closely a job has the words of a search: the index of its way in `CLOSENESSES`. -1: it lacks a word. */
  function createRank({ search, employers }: Pick<ListQuery, 'search' | 'employers'>): (slot: number) => number {
    if (search.words.length === 0) return () => 0
    const searched = readSearchWords(search.words)
    // Words without a letter find nothing.
    const ranks =
      searched.length === 0 ? new Int8Array(table.size).fill(-1) : rank({ table, words }, searched, employers)
    return (slot) => ranks[slot] ?? -1
  }

  /** Lists what a search finds: the slots of each closeness, and how many jobs have the words and each combination of filter values. */
  function list({ owners, search, employers, at }: Omit<ListQuery, 'start' | 'pageSize'>): {
    tiers: Tiers
    counts: FilterCount[]
  } {
    const rankOf = createRank({ search, employers })
    const passed = listPassed(search)
    const counts = new Uint32Array(table.filterValues.length)
    const tiers: number[][] = CLOSENESSES.map(() => [])
    const order = orderOf(owners)
    const isIn = isShown(owners, at)
    for (let index = order.length - 1; index >= 0; index--) {
      const slot = order.at(index)
      const tier = rankOf(slot)
      if (tier < 0 || !isIn(slot)) continue
      const filters = table.filters(slot)
      counts[filters] = (counts[filters] ?? 0) + 1
      if (passed[filters]) tiers[tier]?.push(slot)
    }
    const found = table.filterValues.flatMap((has, filters) => {
      const count = counts[filters] ?? 0
      return count === 0 ? [] : [{ has, count }]
    })
    return { tiers, counts: found }
  }

  /** Leaves out the jobs that would follow too many of their company. Returns the others, and those of them that the left ones follow. */
  function hideInARow(slots: readonly number[], inARowMax: number): { shown: number[]; cut: Set<number> } {
    const shown: number[] = []
    const cut = new Set<number>()
    let inARow = 0
    let company: number | undefined
    for (const slot of slots) {
      inARow = table.company(slot) === company ? inARow + 1 : 1
      company = table.company(slot)
      if (inARow <= inARowMax) shown.push(slot)
      else if (inARow === inARowMax + 1) cut.add(shown.at(-1) ?? 0)
    }
    return { shown, cut }
  }

  /** Finds how many jobs of a list come before a position. `isPast` counts the job at the position too. */
  function findIndex(tiers: Tiers, { closeness, ...position }: ListPosition, isPast: boolean): number {
    const tier = CLOSENESSES.indexOf(closeness)
    const slots = tiers[tier] ?? []
    const before = countFirst(slots.length, (index) => {
      const later = table.compare(slots[index] ?? 0, position)
      return later > 0 || (later === 0 && isPast)
    })
    return countAll(tiers.slice(0, tier)) + before
  }

  return { isShown, list, hideInARow, findIndex }
}
