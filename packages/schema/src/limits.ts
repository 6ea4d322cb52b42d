/* The limits of the API and of forms. This file imports nothing, so that a form in the browser can use it without zod. */

/**
 * The limits that the server and its callers must agree on. `npm run codegen` copies them into the SDK. They are literals, so that
 * the compiler finds a copy that differs.
 */
export const limits = {
  /** Links of one request. */
  links: 1_000,
  /** Jobs of one batch. */
  jobs: 100,
  /** Candidates of one update. */
  candidates: 100,
  /** Seconds that a list of candidates waits for the first one. It ends before servers and proxies give up. */
  waitSeconds: 20,
  /** Results of one page. */
  pageSize: 100,
  /** Results of one page if the caller names no size. */
  pageSizeDefault: 50,
  /** Bytes of a request's body: 1 MiB. */
  bodyBytes: 1_048_576,
  /** Values in a request's body: each list, object, member and list item counts. A job with many texts has some 100. */
  bodyValues: 100_000,
  /** Bytes of all extra fields of one job as JSON, names included: 64 KiB. */
  extraBytes: 65_536,
} as const

/** The title of a job. */
export const TITLE_CHARACTERS_MAX = 300
/** A field of a job that holds HTML, as it is stored. */
export const HTML_CHARACTERS_MAX = 100_000
/** The tags of such a field as it is stored, counted as `<`. */
export const HTML_TAGS_MAX = 5_000
/**
 * The tags of such a field as it is sent. Editors write many tags that are removed. While a field is sanitised, the process answers
 * no other request: at this limit that takes at most some 100 ms.
 */
export const HTML_SENT_TAGS_MAX = 20_000
/** The depth of elements in such a field. A deeper element loses its tags and keeps its text. */
export const HTML_LEVELS_MAX = 50
/** Every other text of a job. */
export const TEXT_CHARACTERS_MAX = 1_000
/** The number of texts in a field of a job that holds several. */
export const TEXTS_MAX = 100
/** The years of experience that a job can ask for. As a maximum, it means this number of years or more. */
export const EXPERIENCE_YEARS_MAX = 20

export const COMPANY_NAME_CHARACTERS_MAX = 200
export const COMPANY_DESCRIPTION_CHARACTERS_MAX = 5_000
/** What a company says about its use of applicants' data. */
export const COMPANY_PRIVACY_CHARACTERS_MAX = 5_000
export const LOGO_BYTES_MAX = 256 * 1024
/** In base64, such a file fits into a body. The back office sends less: it cuts and shrinks the chosen picture first. */
export const COVER_BYTES_MAX = 700 * 1024
/** The size in which a cover is kept. */
export const COVER_PIXELS = { width: 1280, height: 320 }

/** The longest time for which a company can keep applications. */
export const RETENTION_MONTHS_MAX = 120
/** The longest time for which a company can let a job stay published without a push of its ATS. */
export const PUSH_DAYS_MAX = 365

export const PASSWORD_CHARACTERS_MIN = 12

/** The applications whose status a user sets, or whom a user replies, with one call. */
export const STATUSES_MAX = 100
/** The applications that a user chooses at once, of all that match the filters of the list. */
export const CHOSEN_MAX = 1_000

/** The search text of a list in the back office. */
export const SEARCH_CHARACTERS_MAX = 200
