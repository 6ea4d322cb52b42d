import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'

/** A file of an archive. It is opened when its turn comes. */
export interface ZipEntry {
  path: string
  open: () => Promise<Readable>
  /** The time that the archive states for it. */
  at: Date
}

/** The form of zip that every program reads holds less than 4 GiB. */
const BYTES_MAX = 2 ** 32 - 2 ** 20

/**
 * Makes a zip archive while it is read, and holds one piece of one file in memory. Nothing is compressed: most of the
 * bytes are PDF, which is compressed already.
 */
export function createZip(entries: Iterable<ZipEntry>): Readable {
  return Readable.from(writeZip(entries), { objectMode: false })
}

async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    bytes += piece.length
    written.push(piece)
  })
  for (const { path, open, at } of entries) {
    const file = new ZipPassThrough(path)
    file.mtime = at
    zip.add(file)
    // The loop closes the file, also if the reader of the archive goes.
    for await (const piece of await open()) {
      file.push(piece)
      if (bytes > BYTES_MAX) throw new Error('the archive would be over 4 GiB')
      yield* written.splice(0)
    }
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* written.splice(0)
}
