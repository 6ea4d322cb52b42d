import { COVER_PIXELS } from '@boardwalk/schema/limits'
import sharp, { type Sharp } from 'sharp'
import { readPicture } from './read.ts'
import type { Drawing } from './work.ts'

/* Makes the small pictures that pages show from the files that users upload. */

const THUMBNAIL_PIXELS = 80
const THUMBNAIL_QUALITY = 80

const COVER_BYTES_MAX = 80 * 1024
/** Tried in this order until the cover is small enough. The last one always counts. */
const COVER_QUALITIES = [82, 70, 55, 40, 25]

/** Draws a logo on a transparent square, as a WebP file. */
export const drawThumbnail = (logo: Uint8Array): Promise<Drawing> =>
  drawFrom(logo, (image) =>
    image
      .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'contain', background: 'transparent' })
      .webp({ quality: THUMBNAIL_QUALITY })
      .toBuffer(),
  )

/** Draws the middle of a picture as the cover of a page, as a WebP file. */
export const drawCover = (picture: Uint8Array): Promise<Drawing> =>
  drawFrom(picture, async (image) => {
    const { width, height } = COVER_PIXELS
    // A transparent picture lies on white, as in the form.
    const drawn = image.resize(width, height, { fit: 'cover' }).flatten({ background: '#ffffff' })
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
    let bytes: Buffer = Buffer.alloc(0)
    for (const quality of COVER_QUALITIES) {
      bytes = await sharp(data, { raw: info }).webp({ quality }).toBuffer()
      if (bytes.length <= COVER_BYTES_MAX) break
    }
    return bytes
  })

async function drawFrom(file: Uint8Array, draw: (image: Sharp) => Promise<Buffer>): Promise<Drawing> {
  const read = await readPicture(file)
  if ('problem' in read) return read
  try {
    return { bytes: await draw(read.image), mime: read.mime }
  } catch {
    // The library knows one failure: the file cannot be decoded.
    return { problem: 'damaged' }
  }
}
