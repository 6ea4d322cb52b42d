import { Writable } from 'node:stream'
import { createLog } from '@boardwalk/core/process/log'
import type { Logger } from 'pino'

/** Creates a log that keeps its lines. Each is the JSON text that a server would print; `read` parses all of them. */
export function captureLog(level: string) {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log: Logger = createLog(level, destination)
  return { log, lines, read: () => lines.map((line) => JSON.parse(line)) }
}
