import type { ServerResponse } from 'node:http'

/**
 * Answers with a JSON body. The caller has all of it at once; the exchange ends, and with it a connection that is to
 * close, when `drained` does.
 */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  drained?: Promise<void>,
): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  if (drained === undefined) return void res.end(text)
  res.write(text)
  void drained.then(() => res.end())
}
