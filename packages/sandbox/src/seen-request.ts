/** An operation of the API by its operationId, the form of a job (`apply`), or a link to a CV (`cvLink`). */
export type SeenOperation =
  | 'createJob'
  | 'updateJob'
  | 'upsertJobs'
  | 'unpublishJob'
  | 'getJob'
  | 'listJobs'
  | 'linkJobs'
  | 'listCandidates'
  | 'listAllCandidates'
  | 'getCandidate'
  | 'downloadCv'
  | 'updateCandidates'
  | 'getMe'
  | 'apply'
  | 'cvLink'

/** A request that a client has sent. */
export interface SeenRequest {
  /** When it came, by the board's clock, in milliseconds since 1970. */
  at: number
  method: string
  /** The path with its query, such as `/api/jobs?page=2`. */
  path: string
  /** What it asked for. Undefined for any other address. */
  operation: SeenOperation | undefined
  /** The slug of the company whose key it had, also if the key was revoked. Undefined without a key that the board knows. */
  company: string | undefined
  /** The headers, by lower-case name. */
  headers: Record<string, string>
  /** The parsed body if it is JSON, and its text otherwise. Undefined if there is no body. */
  body: unknown
  /** The status of the answer. Undefined until the answer comes, or if no answer comes. */
  status: number | undefined
  /** The parsed body of the answer. Undefined until the answer comes, or if its body is no JSON. */
  answer: unknown
}

/** Parses the body of a request. Returns its text if it is no JSON, and undefined if it is empty. */
export function readBody(body: Buffer): unknown {
  return body.length === 0 ? undefined : (readJson(body) ?? body.toString())
}

/** Parses a body. Undefined if it is no JSON. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
