/** The bytes of one request, and what is known of them. */
export interface HostileRequest {
  /** What it tries, for reports. */
  kind: string
  bytes: Buffer
  isHead: boolean
  /** Whether it is a whole HTTP request, so that another may follow it on its connection. */
  isWhole: boolean
  /** Whether the server must refuse it, such as a body in a coding that it does not accept. */
  isRefused: boolean
}

export interface RequestParts {
  kind: string
  method: string
  target: string
  headers: [name: string, value: string][]
  body?: Buffer | string | undefined
  isRefused?: boolean
}

/** Makes a whole request. Its frame is right, whatever it contains. */
export function wholeRequest({ kind, method, target, headers, body, isRefused = false }: RequestParts): HostileRequest {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const length = bytes === undefined ? '' : `content-length: ${bytes.length}\r\n`
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: board.example\r\n${lines}${length}\r\n`, 'latin1')
  return {
    kind,
    bytes: bytes === undefined ? head : Buffer.concat([head, bytes]),
    isHead: method === 'HEAD',
    isWhole: true,
    isRefused,
  }
}

/** Makes a request whose bytes are not whole, or can be read as different requests. */
export function brokenRequest(kind: string, text: string | Buffer): HostileRequest {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  return {
    kind,
    bytes,
    isHead: /^[\r\n]*HEAD /.test(bytes.subarray(0, 50).toString('latin1')),
    isWhole: false,
    isRefused: false,
  }
}
