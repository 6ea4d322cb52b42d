/** One HTTP answer, read off the wire. */
export interface Answer {
  status: number
  /** By lower-case name. A header that was sent twice has both values, with a line end between them. */
  headers: Map<string, string>
  body: Buffer
}

/** The bytes are no HTTP answer. */
export class MalformedAnswer extends Error {}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\x20-\x7e\t]*)$/
const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Takes the first answer off the bytes that have arrived. Answers undefined until it is whole. Throws `MalformedAnswer`,
 * and is far stricter than a client needs to be.
 */
export function takeAnswer(
  bytes: Buffer,
  { isHead, isEnded }: { isHead: boolean; isEnded: boolean },
): { answer: Answer; rest: Buffer } | undefined {
  const final = skipInterim(bytes)
  const head = takeHead(final)
  if (head === undefined) {
    if (isEnded && final.length > 0) throw new MalformedAnswer(`it ends within its head: ${shown(final)}`)
    return undefined
  }
  const { status, headers, rest: after } = head
  const taken =
    // An answer without an id comes from Node's parser, which does not know the method and sends a body to HEAD, too.
    (isHead && headers.has('x-request-id')) || status === 204 || status === 304
      ? { body: Buffer.alloc(0), rest: after }
      : takeBody(headers, after, isEnded)
  return taken && { answer: { status, headers, body: taken.body }, rest: taken.rest }
}

/**
 * Takes all whole answers off the bytes that have arrived. `hasMore` if an answer has begun that is not whole: an interim
 * answer alone does not count. Throws as `takeAnswer` does.
 */
export function takeAnswers(
  bytes: Buffer,
  end: { isHead: boolean; isEnded: boolean },
): { answers: Answer[]; hasMore: boolean } {
  const answers: Answer[] = []
  let rest = bytes
  for (let found = takeAnswer(rest, end); found !== undefined; found = takeAnswer(rest, end)) {
    answers.push(found.answer)
    rest = found.rest
  }
  return { answers, hasMore: skipInterim(rest).length > 0 }
}

/** Skips interim answers: the answer itself follows them. */
function skipInterim(bytes: Buffer): Buffer {
  const head = takeHead(bytes)
  return head !== undefined && head.status < 200 ? skipInterim(head.rest) : bytes
}

/** Takes the head of an answer off the bytes. Undefined until it is whole. */
function takeHead(bytes: Buffer): (Pick<Answer, 'status' | 'headers'> & { rest: Buffer }) | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  return { ...readHead(bytes.subarray(0, end).toString('latin1')), rest: bytes.subarray(end + HEAD_END.length) }
}

function readHead(head: string): Pick<Answer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = STATUS_LINE.exec(statusLine)?.[1]
  if (status === undefined) throw new MalformedAnswer(`no status line: ${JSON.stringify(statusLine.slice(0, 200))}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw new MalformedAnswer(`no header: ${JSON.stringify(line.slice(0, 200))}`)
    const key = name.toLowerCase()
    const before = headers.get(key)
    headers.set(key, before === undefined ? value : `${before}\n${value}`)
  }
  return { status: Number(status), headers }
}

interface Taken {
  body: Buffer
  rest: Buffer
}

function takeBody(headers: Answer['headers'], bytes: Buffer, isEnded: boolean): Taken | undefined {
  const length = headers.get('content-length')
  const coding = headers.get('transfer-encoding')
  if (length !== undefined && coding !== undefined) throw new MalformedAnswer('it has a length and a coding')
  if (coding !== undefined) {
    if (coding !== 'chunked') throw new MalformedAnswer(`its coding is ${coding}`)
    return takeChunks(bytes, isEnded)
  }
  if (length === undefined) return isEnded ? { body: bytes, rest: Buffer.alloc(0) } : undefined
  if (!/^\d+$/.test(length)) throw new MalformedAnswer(`its length is ${JSON.stringify(length)}`)
  const end = Number(length)
  if (bytes.length >= end) return { body: bytes.subarray(0, end), rest: bytes.subarray(end) }
  if (isEnded) throw new MalformedAnswer(`it ends after ${bytes.length} of ${end} bytes`)
  return undefined
}

function takeChunks(bytes: Buffer, isEnded: boolean): Taken | undefined {
  const chunks: Buffer[] = []
  for (let rest = bytes; ; ) {
    const chunk = takeChunk(rest)
    if (chunk === undefined) {
      if (isEnded) throw new MalformedAnswer('it ends within its chunks')
      return undefined
    }
    rest = chunk.rest
    if (chunk.body.length === 0) return { body: Buffer.concat(chunks), rest }
    chunks.push(chunk.body)
  }
}

function takeChunk(bytes: Buffer): Taken | undefined {
  const lineEnd = bytes.indexOf('\r\n')
  if (lineEnd < 0) return undefined
  const line = bytes.subarray(0, lineEnd).toString('latin1')
  if (!/^[\da-f]{1,8}$/i.test(line)) throw new MalformedAnswer(`no size of a chunk: ${JSON.stringify(line)}`)
  const start = lineEnd + 2
  const end = start + Number.parseInt(line, 16)
  if (bytes.length < end + 2) return undefined
  if (bytes.subarray(end, end + 2).toString('latin1') !== '\r\n') throw new MalformedAnswer('a chunk has no end')
  return { body: bytes.subarray(start, end), rest: bytes.subarray(end + 2) }
}

const shown = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, 200).toString('latin1'))
