import { findMime } from '../../process/mime.ts'

/* Reads from the first bytes of a file what picture it is, and how large. The library that draws would first make all of its pixels. */

const PICTURE_MIMES = ['image/png', 'image/jpeg', 'image/webp'] as const
type PictureMime = (typeof PICTURE_MIMES)[number]

export interface PictureFile {
  mime: PictureMime
  /** In pixels. Undefined if the file says none, so no program can show it. */
  size: { width: number; height: number } | undefined
}

/** Finds the kind and the size of a picture. Undefined for a file that is not a PNG, JPEG or WebP picture. */
export async function measurePicture(bytes: Uint8Array): Promise<PictureFile | undefined> {
  const found = await findMime(bytes)
  const mime = PICTURE_MIMES.find((known) => known === found)
  if (mime === undefined) return undefined
  try {
    return { mime, size: readSize[mime](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return { mime, size: undefined }
    throw error
  }
}

const readSize: Record<PictureMime, (file: Buffer) => PictureFile['size']> = {
  // The first chunk, IHDR.
  'image/png': (file) => ({ width: file.readUInt32BE(16), height: file.readUInt32BE(20) }),
  'image/jpeg': readJpegSize,
  'image/webp': readWebpSize,
}

/** The marks in a JPEG file after which its size follows: all SOF, but for three marks of other things. */
const isStartOfFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)

function readJpegSize(file: Buffer): PictureFile['size'] {
  for (let at = 2; file.readUInt8(at) === 0xff; ) {
    const mark = file.readUInt8(at + 1)
    // Any number of bytes 0xff may stand before a mark.
    if (mark === 0xff) at += 1
    else if (isStartOfFrame(mark)) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    else at += 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

function readWebpSize(file: Buffer): PictureFile['size'] {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = file.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
