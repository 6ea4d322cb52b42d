/** One request as it will stand on the wire. */
export interface HostileRequest {
  /** What it tries, for reports. */
  kind: string
  bytes: Buffer
  isHead: boolean
  /** Whether it is whole by HTTP, so that others may follow it on its connection. */
  isWhole: boolean
  /** Never answered as if all were well, such as a body in a coding that the server does not take. */
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

/** A whole request: whatever stands in it, its frame is right. */
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

/** Bytes that are no whole request, or that two readers may take for different ones. */
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
