import { open, rename } from 'node:fs/promises'

/**
 * Replaces a file as a whole: whenever the process or the machine dies, there is the old one or the new one, and at
 * most a draft beside it that the next write takes over.
 */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    // Else a power cut may leave the new name on an empty file.
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
