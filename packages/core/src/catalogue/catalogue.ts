import type { FilterCount } from '../job/filters.ts'
import type { KnownJob, StoredJob } from '../job/job.ts'
import type { JobOwners } from '../job/owners.ts'
import type { JobMark, JobPosition } from '../job/range.ts'
import type { SearchQuery } from './query.ts'

/*
 * What job seekers find: all public jobs, as lists need them (docs/adr/0016-search.md). memory/ keeps them in the memory of each process.
 * opensearch/ keeps them in an engine that all processes share, for boards that are larger than memory (docs/scale.md).
 */

/**
 * How a job has the words of a search, the closest first. `named`: all in its title, its cities or its employer's name, or as a value or
 * reference. `begun`: at least one only as the beginning of a longer word there. `related`: one only as the same occupation in other words,
 * such as of another language. `described`: one only in its texts. `misspelt`: one only in its title or cities with one other letter.
 */
export const CLOSENESSES = ['named', 'begun', 'related', 'described', 'misspelt'] as const
export type Closeness = (typeof CLOSENESSES)[number]

/** The place of a job in the list that a search finds. */
export interface ListPosition extends JobPosition {
  closeness: Closeness
}

/** A job that a search finds. */
export type Hit = JobMark & ListPosition

/** A page of a list: the jobs after a position, before it, or the first ones. */
export interface ListQuery {
  owners: JobOwners
  search: SearchQuery
  /** For each word of the search (`readSearchWords`), the companies whose name has it. */
  employers: ReadonlyMap<string, readonly string[]>
  start: { after?: ListPosition | undefined; before?: ListPosition | undefined }
  pageSize: number
  /** Jobs whose applications have closed by this time are left out. */
  at: Date
  /** The most jobs of one company in a row. The list hides further ones. Default: no limit. */
  inARowMax?: number
}

export interface FoundPage {
  hits: Hit[]
  /** The number of jobs in the list before the first one of the page. 0 on the first page alone. */
  before: number
  /**
   * The number of jobs that the list shows on all pages: above `before + pageSize` if another page follows. With `inARowMax`, this number and
   * `before` may count the hidden jobs too.
   */
  shown: number
  /** The jobs that have the words, for each combination of the values that pages filter by. Filters of the search do not count. */
  counts: FilterCount[]
  /** The shown jobs of this page that hidden jobs of the same company follow. */
  cutIds: ReadonlySet<number>
}

/** Jobs that have at least one of the first words. */
export interface AnyQuery extends Pick<ListQuery, 'owners' | 'employers' | 'at'> {
  words: readonly string[]
  /** The words that count. */
  wordsMax: number
  jobsMax: number
}

/** Jobs that were published after an instant, and by another one. */
export interface NewQuery extends Pick<ListQuery, 'owners' | 'search' | 'employers' | 'at'> {
  after: Date | undefined
  through: Date | undefined
  jobsMax: number
}

/** The ids of jobs after a job id. With a company, of its jobs alone. */
export interface IdQuery {
  companyId?: string | undefined
  afterId: number
  jobsMax: number
  at: Date
}

/** The companies whose jobs are counted. Without ids: all. */
export interface CompanyQuery {
  companyIds?: readonly string[]
  at: Date
}

/** A public job, with all that the catalogue needs of it. */
export type ListedJob = StoredJob & { publishedAt: Date }

/** A change of a job that leaves the words of a revision, and perhaps of later ones, as they were. */
export interface CatalogueUpdate {
  job: KnownJob
  /** That revision. */
  from: number
}

export interface Catalogue {
  /**
   * Finds a page of a list: the closest jobs first, and of those as close the latest publication. If the page before a position would not be
   * full, it is the first page.
   */
  find(query: ListQuery): Promise<FoundPage>
  /** Finds jobs that have at least one of some words, those that have most of them first, then the latest. */
  findAny(query: AnyQuery): Promise<JobMark[]>
  /** Finds jobs of a search by their publication alone, the latest first. Misspelt ones only if there are no others. */
  findNew(query: NewQuery): Promise<JobMark[]>
  /** Finds jobs of the board whose titles share words with that of a job, the most similar first, those of its cities before the others. */
  findSimilar(jobId: number, query: { at: Date; jobsMax: number }): Promise<JobMark[]>
  /** Counts the jobs of each company that has any, also those of suspended companies. */
  countByCompany(query: CompanyQuery): Promise<Map<string, number>>
  /** Lists job ids in ascending order, also of suspended companies. */
  listIds(query: IdQuery): Promise<number[]>
  /** Finds jobs whose applications have closed by a time, at most `jobsMax`. */
  findClosed(at: Date, jobsMax: number): Promise<JobMark[]>
  /** Finds the latest known revisions of jobs. It may know those of jobs that were removed lately. */
  findRevisions(jobIds: readonly number[]): Promise<Map<number, number>>
  /** Adds or replaces public jobs. A job whose revision is not later than the known one is left as it is. */
  write(jobs: readonly ListedJob[]): Promise<void>
  /** Changes what no search for words asks for. Returns the ids of jobs that must be written anew: the catalogue has no such revision. */
  update(updates: readonly CatalogueUpdate[]): Promise<number[]>
  /** Removes jobs that are not public any more, unless a later revision is known. */
  remove(jobs: readonly Pick<KnownJob, 'id' | 'revision'>[]): Promise<void>
  /** Removes all jobs of companies. */
  removeCompanies(companyIds: readonly string[]): Promise<void>
  /** Whether all public jobs were written once, perhaps by another process, so that lists can be shown. */
  isComplete(): Promise<boolean>
  /** Notes that all public jobs were written. */
  setComplete(): Promise<void>
}
