/**
 * The limits that the server and its callers must agree on. The schemas, the server, the document and the command line
 * read them here, and `npm run codegen` copies them into the SDK. They are literals, so that the compiler notices a copy that
 * differs.
 */
export const limits = {
  /** Links of one request. */
  links: 1_000,
  /** Jobs of one batch. */
  jobs: 100,
  /** Results of one page. */
  pageSize: 100,
  /** Results of one page if the caller names no size. */
  pageSizeDefault: 50,
  /** Bytes of a request's body: 1 MiB. */
  bodyBytes: 1_048_576,
  /** Values in a request's body: each list, object, member and list item counts. Some 100 for a job with many texts. */
  bodyValues: 100_000,
  /** Bytes of all extra fields of one job as JSON, names included: 64 KiB. */
  extraBytes: 65_536,
} as const
