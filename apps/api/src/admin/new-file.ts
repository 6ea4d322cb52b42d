import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a file that only its owner can read. It never replaces a file, and leaves no part of one after an error. The content is made once
 * the file can be written, so that nothing is noted as exported that could not be. When this returns, the file is on the disk.
 */
export async function writeNewFile<Made extends { content: Readable }>(
  file: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    const why =
      error.code === 'EEXIST'
        ? 'exists already; name another file with --output'
        : `cannot be written (${error.code}); name a file with --output in a folder that exists and that you may write to`
    throw new Error(`${file} ${why}`, { cause: error })
  })
  try {
    const made = await make()
    await pipeline(made.content, handle.createWriteStream({ flush: true }))
    return made
  } catch (error) {
    await handle.close()
    await rm(file)
    throw error
  }
}
