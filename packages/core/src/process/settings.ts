import type { CvType } from '@boardwalk/schema/application'

const MIB = 1024 * 1024

/** How much a process takes of bodies and files. No setting changes these; tests set smaller ones. */
export const UPLOAD_LIMITS = {
  /** Bytes of all bodies that are arriving, or whose requests are worked on. CVs among them are on the disk. */
  bodyBytes: 128 * MIB,
  /** Bytes of JSON bodies of the API that are worked on. Their texts, rows and answers take some six times as much of the heap. */
  jsonBytes: 16 * MIB,
  /** Bodies that arrive at the same time from one address, of callers without a key or a session. */
  bodiesOfAddress: 20,
  /** Bytes of CVs that are kept in a day for forms with mistakes, from one address. */
  keptBytesOfAddress: 100 * MIB,
  /** The same for one company. */
  keptBytesOfCompany: 1024 * MIB,
}
export type UploadLimits = typeof UPLOAD_LIMITS

/** How much a process holds of answers that are read slowly. No setting changes these; tests set smaller ones. */
export const ANSWER_LIMITS = {
  /** Answers that wait for their readers at the same time. */
  leaving: 80,
  /** Bytes of these answers that the process holds. */
  leavingBytes: 64 * MIB,
  /** Those of one address that stall. */
  stalledOfAddress: 10,
  /** An answer stalls if its reader takes no byte for this long. Over a slow line, a reader may take none for some seconds. */
  stalledMs: 5_000,
  /** Feeds and other documents that are written at the same time. */
  documents: 100,
  /** Those of one address. */
  documentsOfAddress: 20,
  /** Pictures that have to be drawn for strangers and are waited for at the same time. */
  pictures: 40,
  /** Those of one address. */
  picturesOfAddress: 8,
}

/**
 * The most requests that a process works on at once. No setting changes it; tests set another. It bounds how long callers wait,
 * and not memory, which `UPLOAD_LIMITS` and `ANSWER_LIMITS` bound.
 */
export const REQUESTS_AT_ONCE = 500

/** The most requests with a wrong key from one address in a minute. No setting changes it; tests set another. */
export const WRONG_KEYS_PER_MINUTE = 100

/** Stands for the secrets in the database, in the operator's list of secrets that sign. */
export const IN_DATABASE = 'database'

/** How the board presents itself to people. */
export interface BoardIdentity {
  /** Its name in headers, titles and mails. Null: the pages say "Jobs" in their language, and mails name its address. */
  name: string | null
  /** Null: pages show the initial of the name. The hash is a part of the logo's address. */
  logo: { mime: string; bytes: Buffer; hash: string } | null
  /** The colour of links and buttons, such as `#3a3fc4`. Pages darken or lighten it until it can be read. */
  color: string
  /** The addresses of the operator's imprint and privacy page. */
  imprintUrl: string | null
  privacyUrl: string | null
  /** Where people can write to the operator. */
  contactEmail: string | null
}

/** Stands for the name of a board without one, where there must be a name. */
export const PRODUCT_NAME = 'Boardwalk'

export const UNNAMED_BOARD: BoardIdentity = {
  name: null,
  logo: null,
  color: '#3a3fc4',
  imprintUrl: null,
  privacyUrl: null,
  contactEmail: null,
}

/** The settings that functions read. The operator chooses them, and `env.ts` reads them from the environment. */
export interface Settings {
  /** The address at which people reach the server, without a slash at the end. */
  publicUrl: string
  board: BoardIdentity
  /** The value of each candidate's `jobBoardId`. */
  jobBoardId: string
  /** The beginning of each API key, before the `_`. */
  keyPrefix: string
  /** The number of proxies in front of the server. Each adds the address that it saw. */
  trustProxy: number
  /** The most apply forms from one address in an hour, on each process. */
  applicationsPerHour: number
  /** The types of files that a CV may be. PDF is always one of them. */
  cvTypes: readonly CvType[]
  /** The most requests that each process works on at once; more are refused. */
  requestsAtOnce: number
  /** The most requests with one key in a minute; 0 means no limit. */
  keyRequestsPerMinute: number
  /** The most requests from one address in a minute; 0 means no limit. */
  addressRequestsPerMinute: number
  /** The most requests with a wrong key from one address in a minute. They do not hold up requests with a good key. */
  wrongKeysPerMinute: number
  /** The OpenSearch that keeps the catalogue of public jobs, and how the name of its index begins. Unset: each process keeps it in memory. */
  search?: { url: string; index: string } | undefined
  /** Whether the server sends mail. */
  sendsMail: boolean
  uploadLimits: UploadLimits
  answerLimits: typeof ANSWER_LIMITS
  /** The folder to which files are written while they arrive. */
  spoolFolder: string
  /** How long a failing database call is retried. Default: `DATABASE_WAIT_MS`. */
  databaseWaitMs?: number
  /** How long the server works on a request until its answer begins. Default: `WORK_MS_MAX`. */
  workMsMax?: number
  /** How far the clock may be from the database's. Default: `CLOCK_SKEW_MS_MAX`. */
  clockSkewMsMax?: number
}
