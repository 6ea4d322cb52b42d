import { open, rename } from 'node:fs/promises'

/**
 * Replaces a file as a whole. If the process or the machine dies at any moment, the file has the old or the new content,
 * never a part. A draft may be left beside it; the next write replaces that too.
 */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    // Without this, a power cut may leave an empty file under the new name.
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
