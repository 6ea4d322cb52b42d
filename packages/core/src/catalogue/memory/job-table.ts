import type { FilterValues } from '../../job/filters.ts'
import type { JobPosition } from '../../job/range.ts'
import { countFirst, SlotList } from './slot-list.ts'

/** What the table knows of a job. */
export interface JobFacts {
  id: number
  companyId: string
  externalId: string | null
  revision: number
  publishedAt: Date
  closesAt: Date | undefined
  title: string
  filters: FilterValues
}

const FIRST_CAPACITY = 256

/**
 * The public jobs in columns of numbers, because an object for each job would take ten times the memory. A job has a slot, the index of its
 * values. When its words change it gets another slot, because the index of words (word-index.ts) has the former one in many lists. A former
 * slot is used again only after `release`.
 */
export class JobTable {
  /** The slots that were ever used. */
  size = 0
  /** All jobs, by publication, the oldest first. */
  readonly order = new SlotList()
  readonly #slotById = new Map<number, number>()
  readonly #free: number[] = []
  /** Slots that were used, and may still be in the index of words. */
  #retired: number[] = []

  #isUsed = new Uint8Array(FIRST_CAPACITY)
  #ids = new Float64Array(FIRST_CAPACITY)
  #publishedMs = new Float64Array(FIRST_CAPACITY)
  #closesMs = new Float64Array(FIRST_CAPACITY)
  #revisions = new Uint32Array(FIRST_CAPACITY)
  #companies = new Uint32Array(FIRST_CAPACITY)
  #filters = new Uint32Array(FIRST_CAPACITY)
  readonly #titles: string[] = []
  readonly #externalIds: (string | null)[] = []

  readonly #companyNumbers = new Map<string, number>()
  readonly #companyIds: string[] = []
  readonly #companyOrders: SlotList[] = []
  readonly #filterNumbers = new Map<string, number>()
  readonly #filterJobs: number[] = []
  readonly #freeFilters: number[] = []
  /** Each combination of filter values. One that no job has any more is empty until another takes its number. */
  readonly filterValues: FilterValues[] = []

  get count(): number {
    return this.order.length
  }

  get retiredCount(): number {
    return this.#retired.length
  }

  findSlot(jobId: number): number | undefined {
    return this.#slotById.get(jobId)
  }

  /** Adds a job, or replaces it, in a new slot. Returns the slot. */
  put(job: JobFacts): number {
    this.remove(job.id)
    const slot = this.#free.pop() ?? this.size++
    if (slot >= this.#ids.length) this.#grow()
    this.#slotById.set(job.id, slot)
    this.#isUsed[slot] = 1
    this.#ids[slot] = job.id
    this.#publishedMs[slot] = job.publishedAt.getTime()
    this.#companies[slot] = this.#numberCompany(job.companyId)
    this.#titles[slot] = job.title
    this.#filters[slot] = this.#numberFilters(job.filters)
    this.update(slot, job)
    for (const order of this.#ordersOf(slot)) order.insert(this.#findPlace(order, job), slot)
    return slot
  }

  /** Changes what has no influence on the words of a job and on its place. */
  update(
    slot: number,
    { revision, closesAt, externalId }: Pick<JobFacts, 'revision' | 'closesAt' | 'externalId'>,
  ): void {
    this.#revisions[slot] = revision
    this.#closesMs[slot] = closesAt?.getTime() ?? Number.POSITIVE_INFINITY
    this.#externalIds[slot] = externalId
  }

  remove(jobId: number): void {
    const slot = this.#slotById.get(jobId)
    if (slot === undefined) return
    for (const order of this.#ordersOf(slot)) order.remove(this.#findPlace(order, this.position(slot)) - 1)
    this.#dropFilters(this.filters(slot))
    this.#slotById.delete(jobId)
    this.#isUsed[slot] = 0
    this.#titles[slot] = ''
    this.#externalIds[slot] = null
    this.#retired.push(slot)
  }

  /** Takes the slots that are used no more, to `release` them when no list has them. */
  takeRetired(): number[] {
    const retired = this.#retired
    this.#retired = []
    return retired
  }

  release(slots: readonly number[]): void {
    for (const slot of slots) this.#free.push(slot)
  }

  isUsed = (slot: number): boolean => this.#isUsed[slot] === 1
  closesAt(slot: number): Date | undefined {
    const closesMs = this.#closesMs[slot] ?? Number.POSITIVE_INFINITY
    return Number.isFinite(closesMs) ? new Date(closesMs) : undefined
  }
  /** Whether applications to a job are open at a time. */
  isOpen = (slot: number, atMs: number): boolean => (this.#closesMs[slot] ?? 0) > atMs
  id = (slot: number): number => this.#ids[slot] ?? 0
  revision = (slot: number): number => this.#revisions[slot] ?? 0
  publishedMs = (slot: number): number => this.#publishedMs[slot] ?? 0
  title = (slot: number): string => this.#titles[slot] ?? ''
  externalId = (slot: number): string | null => this.#externalIds[slot] ?? null
  /** The number of a job's company in this table, and of the combination of its filter values. */
  company = (slot: number): number => this.#companies[slot] ?? 0
  filters = (slot: number): number => this.#filters[slot] ?? 0
  companyId = (slot: number): string => this.#companyIds[this.company(slot)] ?? ''
  position = (slot: number): JobPosition => ({ id: this.id(slot), publishedAt: new Date(this.publishedMs(slot)) })

  findCompany = (companyId: string): number | undefined => this.#companyNumbers.get(companyId)
  /** The companies that have had a job. */
  companyIds = (): Iterable<string> => this.#companyNumbers.keys()
  /** The jobs of a company, by publication, the oldest first. */
  companyOrder(companyId: string): SlotList {
    const company = this.findCompany(companyId)
    return (company === undefined ? undefined : this.#companyOrders[company]) ?? new SlotList()
  }

  /** Compares the place of a job with a position: above 0 if the job was published later. */
  compare = (slot: number, { id, publishedAt }: JobPosition): number =>
    this.publishedMs(slot) - publishedAt.getTime() || this.id(slot) - id

  /** Finds how many jobs of an order were published before a position, or are at it. */
  #findPlace = (order: SlotList, position: JobPosition): number =>
    countFirst(order.length, (index) => this.compare(order.at(index), position) <= 0)

  #ordersOf = (slot: number): SlotList[] => [this.order, this.companyOrder(this.companyId(slot))]

  #numberCompany(companyId: string): number {
    const known = this.#companyNumbers.get(companyId)
    if (known !== undefined) return known
    const company = this.#companyIds.push(companyId) - 1
    this.#companyNumbers.set(companyId, company)
    this.#companyOrders.push(new SlotList())
    return company
  }

  #numberFilters(values: FilterValues): number {
    const key = JSON.stringify(values)
    const filters = this.#filterNumbers.get(key) ?? this.#freeFilters.pop() ?? this.filterValues.length
    this.#filterNumbers.set(key, filters)
    this.filterValues[filters] = values
    this.#filterJobs[filters] = (this.#filterJobs[filters] ?? 0) + 1
    return filters
  }

  #dropFilters(filters: number): void {
    const jobs = (this.#filterJobs[filters] ?? 0) - 1
    this.#filterJobs[filters] = jobs
    if (jobs > 0) return
    this.#filterNumbers.delete(JSON.stringify(this.filterValues[filters]))
    this.filterValues[filters] = {}
    this.#freeFilters.push(filters)
  }

  #grow(): void {
    const grow = <Column extends Uint8Array | Uint32Array | Float64Array>(column: Column, larger: Column): Column => {
      larger.set(column)
      return larger
    }
    const capacity = this.#ids.length * 2
    this.#isUsed = grow(this.#isUsed, new Uint8Array(capacity))
    this.#ids = grow(this.#ids, new Float64Array(capacity))
    this.#publishedMs = grow(this.#publishedMs, new Float64Array(capacity))
    this.#closesMs = grow(this.#closesMs, new Float64Array(capacity))
    this.#revisions = grow(this.#revisions, new Uint32Array(capacity))
    this.#companies = grow(this.#companies, new Uint32Array(capacity))
    this.#filters = grow(this.#filters, new Uint32Array(capacity))
  }
}
