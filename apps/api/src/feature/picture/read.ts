import { findMime } from '@boardwalk/core/process/mime'
import sharp, { type Sharp } from 'sharp'
import {
  PASSES_SIDE_PIXELS_MAX,
  PICTURE_MIMES,
  type PictureMime,
  type PictureProblem,
  SIDE_PIXELS_MAX,
} from './work.ts'

/* Reads the files that users upload. Only the process that draws loads this, because it loads the decoders. */

// Other formats have decoders that users of the internet have found more faults in.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
// The process draws one picture at a time, and never the same one twice.
sharp.concurrency(1)
sharp.cache(false)

interface ReadPicture {
  mime: PictureMime
  /** The picture, with its decoded pixels turned as its camera says. Nothing is decoded yet. */
  image: Sharp
}

/**
 * Reads a PNG, JPEG or WebP file up to its pixels, by the decoder that reads the pixels later. So the size is that of the pixels,
 * whatever else the file says.
 */
export async function readPicture(file: Uint8Array): Promise<ReadPicture | { problem: PictureProblem }> {
  const found = await findMime(file)
  if (found === 'image/apng') return { problem: 'animated' }
  const mime = PICTURE_MIMES.find((known) => known === found)
  if (mime === undefined) return { problem: 'kind' }
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (metadata === undefined || `image/${metadata.format}` !== mime) return { problem: 'damaged' }
  const { width, height, pages = 1, isProgressive } = metadata
  if (pages > 1) return { problem: 'animated' }
  const side = Math.max(width, height)
  if (side > SIDE_PIXELS_MAX) return { problem: 'size' }
  if (isProgressive && side > PASSES_SIDE_PIXELS_MAX) return { problem: 'passes' }
  if (mime === 'image/jpeg' && hasSecondFrame(Buffer.from(file))) return { problem: 'damaged' }
  const image = sharp(file, { limitInputPixels: SIDE_PIXELS_MAX ** 2, failOn: 'error' }).autoOrient()
  return { mime, image }
}

/** The marks in a JPEG file that begin a frame: all SOF, but for three marks of other things. */
const isStartOfFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
const END_OF_IMAGE = 0xd9

/**
 * Whether a second frame begins before the end of a JPEG picture. The decoder stops after the pixels of the first one, and another
 * program may show the second. A picture after the end is usual: a camera's preview.
 */
function hasSecondFrame(file: Buffer): boolean {
  let frames = 0
  for (let at = file.indexOf(0xff); at >= 0 && at + 3 < file.length; at = file.indexOf(0xff, at)) {
    const mark = file.readUInt8(at + 1)
    if (mark === END_OF_IMAGE) return false
    if (isStartOfFrame(mark) && ++frames > 1) return true
    // Bytes of pixels, a filler, and marks that have no length.
    const isShort = mark <= 0x01 || mark === 0xff || (mark >= 0xd0 && mark <= 0xd8)
    at += mark === 0xff ? 1 : isShort ? 2 : 2 + file.readUInt16BE(at + 2)
  }
  return false
}
