import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** A file of an archive. */
export interface ZipEntry {
  path: string
  /** Opens the file when its turn comes. Undefined leaves the file out. */
  open: () => Promise<Readable | undefined>
  /** The time that the archive states for it, in UTC. */
  at: Date
}

/**
 * Makes a zip archive while it is read. It holds one piece of one file in memory, and some 200 bytes for each file that is written.
 * So an archive may have any number of files of any size. Nothing is compressed: most of the bytes are PDF, which is compressed already.
 *
 * No library does this: an archive of client-zip 2.5 cannot be read by unzip if it has over 65,535 files; yazl 3.3 takes ever longer for
 * each file, because it looks at all files that it has written, and keeps some 3 kB of each.
 */
export function createZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  return Readable.from(writeZip(entries), { objectMode: false })
}

/*
 * The form is that of PKWARE's APPNOTE.TXT 6.3. The checksum and the size of a file follow its bytes, in a data descriptor. A number that
 * does not fit into its 16 or 32 bits is replaced by the highest one, and is in a record of ZIP64.
 */

const VERSION = 20
const ZIP64_VERSION = 45
const MADE_ON_UNIX = (3 << 8) | ZIP64_VERSION
/** Names are in UTF-8, and a data descriptor follows each file. */
const FLAGS = 0x808
const STORED = 0
/** A file that only its owner can read. */
const ATTRIBUTES = (0o100600 << 16) >>> 0
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

async function* writeZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { path, open, at } of entries) {
    const content = await open()
    if (content === undefined) continue
    const name = Buffer.from(path)
    const header = Buffer.concat([
      u32(0x04034b50),
      u16(VERSION, FLAGS, STORED, ...formatTime(at)),
      // The checksum and the sizes.
      u32(0, 0, 0),
      u16(name.length, 0),
      name,
    ])
    let [crc, size] = [0, 0]
    try {
      yield header
      for await (const piece of content) {
        const bytes: Uint8Array = typeof piece === 'string' ? Buffer.from(piece) : piece
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    } finally {
      // Also if the reader of the archive goes.
      content.destroy()
    }
    const descriptor = Buffer.concat([u32(0x08074b50, crc), size < MAX_32 ? u32(size, size) : u64(size, size)])
    yield descriptor
    directory.push(createRecord(name, at, { crc, size, offset }))
    offset += header.length + size + descriptor.length
  }
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield createEnd({ files: directory.length, size, offset })
}

/** Makes the record of a file in the directory, which is at the end of the archive. */
function createRecord(
  name: Buffer,
  at: Date,
  { crc, size, offset }: { crc: number; size: number; offset: number },
): Buffer {
  const isLarge = size >= MAX_32 || offset >= MAX_32
  const zip64 = isLarge ? Buffer.concat([u16(1, 24), u64(size, size, offset)]) : Buffer.alloc(0)
  return Buffer.concat([
    u32(0x02014b50),
    u16(MADE_ON_UNIX, isLarge ? ZIP64_VERSION : VERSION, FLAGS, STORED, ...formatTime(at)),
    isLarge ? u32(crc, MAX_32, MAX_32) : u32(crc, size, size),
    // No comment, the first disk, no attributes of MS-DOS.
    u16(name.length, zip64.length, 0, 0, 0),
    u32(ATTRIBUTES, isLarge ? MAX_32 : offset),
    name,
    zip64,
  ])
}

/** Makes the end of the archive, which says where the directory is. */
function createEnd({ files, size, offset }: { files: number; size: number; offset: number }): Buffer {
  if (files < MAX_16 && size < MAX_32 && offset < MAX_32)
    return Buffer.concat([u32(0x06054b50), u16(0, 0, files, files), u32(size, offset), u16(0)])
  return Buffer.concat([
    u32(0x6064b50),
    u64(44),
    u16(MADE_ON_UNIX, ZIP64_VERSION),
    u32(0, 0),
    u64(files, files, size, offset),
    u32(0x7064b50, 0),
    u64(offset + size),
    u32(1),
    u32(0x6054b50),
    u16(0, 0, MAX_16, MAX_16),
    u32(MAX_32, MAX_32),
    u16(0),
  ])
}

/** Writes a time and a date as MS-DOS does: from 1980, and every other second. */
function formatTime(at: Date): [time: number, date: number] {
  const year = Math.max(at.getUTCFullYear() - 1980, 0)
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}

const u16 = (...numbers: number[]): Buffer => writeNumbers(numbers, 2)
const u32 = (...numbers: number[]): Buffer => writeNumbers(numbers, 4)
const u64 = (...numbers: number[]): Buffer => writeNumbers(numbers, 8)

/** Writes numbers one after the other, each in `width` bytes, the lowest byte first. */
function writeNumbers(numbers: number[], width: 2 | 4 | 8): Buffer {
  const written = Buffer.alloc(numbers.length * width)
  for (const [index, number] of numbers.entries()) {
    if (width === 8) written.writeBigUInt64LE(BigInt(number), index * width)
    else written.writeUIntLE(number, index * width, width)
  }
  return written
}
