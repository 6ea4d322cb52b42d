import { decodePicture, draw } from './canvas.ts'

/* Makes the small pictures that pages show from the files that users upload. */

const THUMBNAIL_PIXELS = 80
const THUMBNAIL_QUALITY = 80

export const COVER_PIXELS = { width: 1280, height: 320 }
const COVER_BYTES_MAX = 80 * 1024
/** Tried in this order until the cover is small enough. The last one always counts. */
const COVER_QUALITIES = [82, 70, 55, 40, 25]

/** Draws a logo on a transparent square, as a WebP file. Null if the file cannot be decoded. */
export const drawThumbnail = (logo: Uint8Array): Promise<Buffer | null> =>
  draw(async (canvas) => {
    const image = await decodePicture(canvas, logo)
    if (image === undefined) return null
    const square = canvas.createCanvas(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS)
    const scale = THUMBNAIL_PIXELS / Math.max(image.width, image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    const context = square.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, (THUMBNAIL_PIXELS - width) / 2, (THUMBNAIL_PIXELS - height) / 2, width, height)
    return square.encode('webp', THUMBNAIL_QUALITY)
  })

/** Draws the middle of a picture as the cover of a page, as a WebP file. Null if the file cannot be decoded. */
export const drawCover = (picture: Uint8Array): Promise<Buffer | null> =>
  draw(async (canvas) => {
    const image = await decodePicture(canvas, picture)
    if (image === undefined) return null
    const { width, height } = COVER_PIXELS
    const cover = canvas.createCanvas(width, height)
    const scale = Math.max(width / image.width, height / image.height)
    const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale]
    const context = cover.getContext('2d')
    context.imageSmoothingQuality = 'high'
    // A transparent picture lies on white, as in the form.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
    let bytes: Buffer = Buffer.alloc(0)
    for (const quality of COVER_QUALITIES) {
      bytes = await cover.encode('webp', quality)
      if (bytes.length <= COVER_BYTES_MAX) break
    }
    return bytes
  })
