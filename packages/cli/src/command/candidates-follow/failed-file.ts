import { open } from 'node:fs/promises'
import { exitCode, Failure } from '../../failure.ts'
import { appendLine, describeError, endLastLine } from '../../stored-file.ts'
import type { Entry, Refusal } from './consumer.ts'

/** The file of `--failed`: the entries that a program has refused too often, each a line of JSON with the reason. */
export interface FailedFile {
  name: string
  /** After how many tries an entry is given up. */
  triesMax: number | undefined
  /** How many entries were added. */
  count(): number
  /** Adds an entry, and waits until it is on the disk. */
  add(entry: Entry, refusal: Refusal): Promise<void>
  close(): Promise<void>
}

/** Opens or creates the file. Throws a Failure if it cannot be written. Only its owner can read a new one. */
export async function openFailedFile(name: string, triesMax: number | undefined): Promise<FailedFile> {
  const refuse = (cause: unknown): never => {
    throw new Failure(`${name} cannot be written: ${describeError(cause)}`, exitCode.failure, { cause })
  }
  const file = await open(name, 'a', 0o600).catch(refuse)
  await endLastLine(file.fd).catch(refuse)
  let count = 0
  return {
    name,
    triesMax,
    count: () => count,
    async add(entry, { message, status }) {
      await appendLine(file.fd, JSON.stringify({ ...entry, error: { message, status } })).catch(refuse)
      count++
    },
    close: () => file.close(),
  }
}
