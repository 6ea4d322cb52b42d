import { describeError } from '../stored-file.ts'
import type { Format, PresetName } from './format.ts'
import { PageSigns } from './page-signs.ts'
import { BrokenFeed, type Row } from './row.ts'
import type { Bytes } from './text-source.ts'

/* A feed at an address may come in pages. They are read one after the other, and are one feed. */

/** How the addresses of a vendor's pages differ. */
interface VendorPages {
  /** The parameter that says how many jobs to leave out. Without it, the pages have no known addresses. */
  offset?: string
  /** The parameter that says how many jobs a page has at most. */
  size: string
  /** How many jobs a page has at most without that parameter. */
  sizeMax?: number
}

// Ashby, Greenhouse, Personio, Recruitee and Workable give all jobs at once. A JSON feed of Teamtailor names its next page.
const vendorPages: Partial<Record<PresetName, VendorPages>> = {
  lever: { offset: 'skip', size: 'limit' },
  smartrecruiters: { offset: 'offset', size: 'limit', sizeMax: 100 },
  teamtailor: { size: 'per_page', sizeMax: 100 },
}

/** The parameters of an address that usually say how many jobs a page has at most. */
const sizeNames = [
  'limit',
  'per_page',
  'perpage',
  'per-page',
  'pagesize',
  'page_size',
  'page-size',
  'page[size]',
  'size',
  'rows',
  'hitsperpage',
]

// A source whose pages never end must not keep the command busy for ever.
const pagesMax = 1000

/** What is missing of a feed. `isFailure`: a page could not be read. */
export interface FeedRest {
  why: string
  isFailure: boolean
}

/** A page of a feed at an address. */
export interface Page {
  address: string
  /** Says what the server has said of the pages in the header of its answer. */
  noteHeaders(signs: PageSigns): void
}

/** Opens another page of the same feed. */
export type OpenPage = (address: string) => Promise<Page & { bytes: Bytes }>

interface PageSource {
  first: Page
  open: OpenPage
  preset: PresetName | undefined
}

/** Follows the pages of a feed, and says in the end what is missing. */
export class FeedPages {
  /** What the page that is being read says of others. */
  signs = new PageSigns()
  /** What is missing of the feed, once its last page was read. */
  rest: FeedRest | undefined
  readonly #open: OpenPage | undefined
  readonly #vendor: VendorPages | undefined
  /** The page that is being read; undefined for a feed that is not at an address. */
  #page: Page | undefined
  #count = 1
  #rowsMax = 0
  /** The rows of the page that is being read. */
  #rows = 0
  #allRows = 0
  /** The rows that no earlier row repeats, of all pages and of the one that is being read. */
  #freshRows = 0
  #freshOnPage = 0

  constructor(source?: PageSource) {
    this.#page = source?.first
    this.#open = source?.open
    this.#vendor = source?.preset && vendorPages[source.preset]
    source?.first.noteHeaders(this.signs)
  }

  countRow({ job, problem }: Row): void {
    this.#rows++
    this.#allRows++
    // The row only repeats an earlier one.
    if (job === undefined && problem === undefined) return
    this.#freshRows++
    this.#freshOnPage++
  }

  /** Opens the page after the one that was read to its end. Undefined if there is none, or if it cannot be opened. */
  async openNext(format: Format): Promise<Bytes | undefined> {
    this.#rowsMax = Math.max(this.#rowsMax, this.signs.total?.rows ?? 0)
    const address = this.#findNextAddress(format)
    if (address === undefined || this.#open === undefined) {
      this.rest = this.#findRest()
      return undefined
    }
    try {
      const { bytes, ...page } = await this.#open(address)
      this.signs = new PageSigns()
      page.noteHeaders(this.signs)
      this.#page = page
      this.#count++
      this.#rows = 0
      this.#freshOnPage = 0
      return bytes
    } catch (error) {
      this.fail(error, this.#count + 1)
      return undefined
    }
  }

  /** Notes that a page after the first one cannot be read. Throws the error again if it is the first page. */
  fail(error: unknown, page = this.#count): void {
    if (page === 1) throw error
    const why = error instanceof BrokenFeed ? `it ${error.message}` : describeError(error)
    this.rest = { why: `its page ${page} cannot be read: ${why}`, isFailure: true }
  }

  #findNextAddress(format: Format): string | undefined {
    const page = this.#page
    // A web page links to pages that are no feeds. A page without a new row would be read for ever.
    if (page === undefined || format === 'html' || this.#freshOnPage === 0 || this.#count >= pagesMax) return undefined
    const url = new URL(page.address)
    const { next, total } = this.signs
    if (next !== undefined && /^(?:https?:\/)?\/|^\?/i.test(next.value) && URL.canParse(next.value, url.href)) {
      const target = new URL(next.value, url)
      return target.origin === url.origin && target.href !== url.href ? target.href : undefined
    }
    const { offset } = this.#vendor ?? {}
    if (offset === undefined) return undefined
    const start = Number(url.searchParams.get(offset) ?? 0) + this.#rows
    if (total === undefined ? !this.#isFull : start >= total.rows) return undefined
    url.searchParams.set(offset, String(start))
    return url.href
  }

  #findRest(): FeedRest | undefined {
    // Between two pages jobs come and go, so a row may come twice, and another one never.
    const rows = this.#count === 1 ? this.#allRows : this.#freshRows
    const why =
      this.signs.describeRest({ rows, rowsMax: this.#rowsMax, pages: this.#count }) ?? this.#describeFullPage()
    return why === undefined ? undefined : { why, isFailure: false }
  }

  #describeFullPage(): string | undefined {
    if (!this.#isFull || this.signs.isEnd) return undefined
    return `its address gives at most ${this.#rows} jobs at once, and gave as many: more may follow`
  }

  /** Whether the page has as many rows as its address allows. */
  get #isFull(): boolean {
    if (this.#page === undefined || this.#rows === 0) return false
    const { size, sizeMax } = this.#vendor ?? {}
    const sizes = [...new URL(this.#page.address).searchParams].flatMap(([name, value]) =>
      name === size || sizeNames.includes(name.toLowerCase()) ? Number(value) : [],
    )
    return sizes.length > 0 ? sizes.includes(this.#rows) : sizeMax === this.#rows
  }
}
