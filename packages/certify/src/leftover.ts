import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What is still there of a person who was erased. */
interface Person {
  email: string
  cv: Uint8Array
}

/**
 * Finds files of a folder that are the CV of a person, or texts with the address. Each is a line for the report. A database is no text,
 * and may keep deleted bytes; a log is kept for a time.
 */
export async function findLeftovers(folder: string, person: Person): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The program may remove it at this moment.
    const content = await readFile(path).catch(() => Buffer.of())
    const name = relative(folder, path)
    if (content.equals(person.cv)) found.push(`${name} is the CV`)
    else if (!name.endsWith('.log') && isText(content) && content.includes(person.email))
      found.push(`${name} has the address ${person.email}`)
  }
  return found
}

const isText = (content: Buffer) => !content.includes(0)
