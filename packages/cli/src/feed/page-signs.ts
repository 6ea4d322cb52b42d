/*
 * Many sources give a feed in pages. What stands beside the rows of a page, such as `"total": 110` or `"next": "https://…"`,
 * tells whether other pages follow. Without them, jobs that exist would look as if they had left the feed.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What a row may be called. */
const thing =
  '(?:jobs?|offers?|offres?|postings?|positions?|vacanc(?:y|ies)|annonces?|ads?|results?|resultats?|records?|items?|elements?|rows?|hits?|entries|matches|requisitions?|openings?|opportunit(?:y|ies)|postes?|emplois?|stellen|objects?)'
/** A name, in small letters only, of the number of all rows. */
const totalName = new RegExp(
  `^(?:x|xwp)?(?:(?:all|grand|overall|gesamt)?total|total(?:number)?(?:of|all)*${thing}?(?:count|found|number|size|available)?|(?:count|nbr?e?|nombre|anzahl|gesamtanzahl|gesamt)(?:of|de|total)*${thing}?|num(?:ber)?(?:of)?(?:${thing}|found)(?:found)?|${thing}(?:total|count|found|number)|found|maxergebnisse)$`,
)
/** Names of what leads to the next page. */
const nextNames = words(
  `next nextpage nextpageurl nexturl nextlink nexthref nexturi nextpageuri nextpagelink nextcursor nexttoken nextpagetoken
  nextoffset nextstart nextrecordsurl nextcontinuationtoken continuationtoken nextpagecursor`,
)
/** Names of what is true if other pages follow. */
const moreNames = words(
  `hasmore hasnext hasnextpage hasmorepages hasmoreitems hasmoreresults hasmoredata morepages moreitems moreavailable moreresults
  moreresultsavailable truncated istruncated`,
)
/** Names of what is false if other pages follow. */
const lastNames = words('last islast islastpage done')
/** Names of the number of pages. */
const pageCountNames = words(
  'totalpages totalpage pagecount pagescount pagestotal numpages numberofpages nbpages lastpage maxpage pages xwptotalpages',
)
/** Names of the place of a page, from 1. */
const pageNames = words('page currentpage pagenumber pageno')
/** Names of the members that hold what is said of the pages. */
const containerNames = words(
  'meta metadata page pages paging pager pagination paginginfo paginationinfo pageinfo pagedetails links link view next cursor cursors responsemetadata searchinfo total',
)

/** Reduces a name to its small letters: `@odata.nextLink`, `totalFound` and `record-count` have no prefix, capitals and signs. */
const reduce = (name: string): string =>
  name
    .replace(/^.*[:.]/, '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

/** A value beside the rows, with the names of the objects or elements around it. */
interface Sign {
  path: readonly string[]
  /** The name in the feed. */
  name: string
  /** The name in small letters. */
  key: string
  value: string
}

// A hostile feed may have any number of them.
const signsMax = 200
const valueCharactersMax = 4000
const noValue = /^(?:|null|none|nil|undefined|false|0|#|\[\])$/i

/** What one page says beside its rows. */
export class PageSigns {
  readonly #signs: Sign[] = []
  /** The names that lead to the rows; undefined if nothing can stand beside them. */
  #rowPath: readonly string[] | undefined

  /** Notes a value beside the rows. Names that mean nothing here are left out. */
  note(path: readonly string[], name: string, value: string): void {
    const outer = path.at(-1) ?? ''
    // The address or number may be inside an object of that name: {"next": {"href": "…"}}.
    const isNext =
      nextNames.has(reduce(outer)) && /^(?:href|url|uri|link|page|offset|start|after|cursor|token)$/i.test(name)
    const isInside = isNext || (totalName.test(reduce(outer)) && name === 'value')
    const key = isInside ? reduce(outer) : reduce(name)
    if (!isKnown(key) || this.#signs.length >= signsMax || value.length > valueCharactersMax) return
    this.#signs.push({ path, name: isInside ? outer : name, key, value: value.trim() })
  }

  /** Notes the names that lead to the rows. What stands elsewhere says nothing of them. */
  noteRows(path: readonly string[]): void {
    this.#rowPath = path
  }

  /** The number of all rows, and its name in the feed; the largest one if there are several. */
  get total(): { name: string; rows: number } | undefined {
    return this.#findLargest((key) => totalName.test(key))
  }

  /** What leads to the next page: an address, a number or a text that only the source understands. */
  get next(): { name: string; value: string } | undefined {
    return this.#find(isOneOf(nextNames)).find((sign) => !noValue.test(sign.value) && !this.#isPastEnd(sign))
  }

  /**
   * Says in words that rows of other pages follow; undefined if nothing says so. `rows` and `pages` are what was read, and
   * `rowsMax` is the largest total that a page has named.
   */
  describeRest({ rows, rowsMax, pages }: { rows: number; rowsMax: number; pages: number }): string | undefined {
    if (rowsMax > rows) return `it says that it has ${rowsMax} jobs${quoteName(this.total)}, and ${count(rows)} read`
    const { next } = this
    if (next !== undefined) return `it says that another page follows${quoteName(next)}`
    const more = this.#find(isOneOf(moreNames)).find(({ value }) => /^(?:true|1|yes)$/i.test(value))
    const notLast = this.#find(isOneOf(lastNames)).find(({ value }) => /^false$/i.test(value))
    const sign = more ?? notLast
    if (sign !== undefined) return `it says that more jobs follow (${JSON.stringify(sign.name)} is ${sign.value})`
    const all = this.#place.pages
    if (all === undefined || all.rows <= pages) return undefined
    return `it says that it has ${all.rows} pages${quoteName(all)}, and ${count(pages)} read`
  }

  /** Whether the page itself says that it is the last one. */
  get isEnd(): boolean {
    const isEnd = ({ value }: Sign) => noValue.test(value)
    return (
      this.total !== undefined ||
      this.#find(isOneOf(nextNames)).some(isEnd) ||
      this.#find(isOneOf(moreNames)).some(isEnd)
    )
  }

  /** Whether the number of a next page or row is one that there is not. */
  #isPastEnd({ key, value }: Sign): boolean {
    if (!/^\d+$/.test(value)) return false
    const number = Number(value)
    if (/offset|start/.test(key)) return this.total !== undefined && number >= this.total.rows
    const { page, pages } = this.#place
    return (page !== undefined && number <= page.rows) || (pages !== undefined && number > pages.rows)
  }

  get #place() {
    return { page: this.#findLargest(isOneOf(pageNames)), pages: this.#findLargest(isOneOf(pageCountNames)) }
  }

  #findLargest(isName: (key: string) => boolean): { name: string; rows: number } | undefined {
    const numbers = this.#find(isName).filter(({ value }) => /^\d{1,9}$/.test(value))
    return numbers
      .map(({ name, value }) => ({ name, rows: Number(value) }))
      .reduce<{ name: string; rows: number } | undefined>(
        (most, one) => (one.rows > (most?.rows ?? -1) ? one : most),
        undefined,
      )
  }

  #find(isName: (key: string) => boolean): Sign[] {
    return this.#signs.filter(({ key, path }) => isName(key) && this.#isBesideRows(path))
  }

  /** Whether a value stands on the way to the rows, or in an object on this way that holds what is said of the pages. */
  #isBesideRows(path: readonly string[]): boolean {
    const rowPath = this.#rowPath
    if (rowPath === undefined) return false
    const common = path.findIndex((name, index) => name !== rowPath[index])
    const rest = common === -1 ? [] : path.slice(common)
    return rest.every((name) => containerNames.has(reduce(name)) || nextNames.has(reduce(name)))
  }
}

const quoteName = (sign: { name: string } | undefined) => (sign === undefined ? '' : ` (${JSON.stringify(sign.name)})`)
const count = (number: number) => (number === 1 ? '1 was' : `${number} were`)

const isOneOf = (names: ReadonlySet<string>) => (key: string) => names.has(key)

const sets = [nextNames, moreNames, lastNames, pageCountNames, pageNames]
const isKnown = (key: string) => totalName.test(key) || sets.some((names) => names.has(key))
