import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawAnimation, drawPicture, insertChunk, makeBomb, resizeFrame, splitJpeg } from '../../test/picture.ts'
import { readPicture } from './read.ts'
import { drawThumbnail } from './resize.ts'
import type { PictureProblem } from './work.ts'

const { start, frame, rest } = await splitJpeg()
const [png, webp] = [await drawPicture(), await drawPicture({ type: 'webp' })]
const huge = resizeFrame(frame, 23_000)
const comment = (content: Buffer) => {
  const part = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), content])
  part.writeUInt16BE(part.length - 2, 2)
  return part
}
/** A large JPEG for which a reader finds a small frame if it takes a mark without a length for one with a length. */
const hideFrame = (mark: number) => {
  // Such a reader takes the next two bytes, the mark of a comment, for the length, and goes on as many bytes later.
  const first = comment(Buffer.alloc(60_000))
  const second = comment(Buffer.concat([Buffer.alloc(0xfffe - first.length - 4), frame]))
  return Buffer.concat([start, Buffer.from([0xff, mark]), first, second, huge, rest])
}
const change = (file: Buffer, write: (copy: Buffer) => void) => {
  const copy = Buffer.from(file)
  write(copy)
  return copy
}
/** Makes a WebP file with an extended header that states this side. */
const extendWebp = (side: number, flags = 0) => {
  const header = Buffer.alloc(18)
  header.write('VP8X')
  header.writeUInt32LE(10, 4)
  header.writeUInt8(flags, 8)
  header.writeUIntLE(side - 1, 12, 3)
  header.writeUIntLE(side - 1, 15, 3)
  return change(Buffer.concat([webp.subarray(0, 12), header, webp.subarray(12)]), (copy) =>
    copy.writeUInt32LE(copy.length - 8, 4),
  )
}

/** Files that are no usable picture. The size is read before any pixel is decoded, so a problem with it costs no memory. */
const wrongFiles: [what: string, file: Buffer, problem: PictureProblem][] = [
  ['nothing', Buffer.alloc(0), 'kind'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'kind'],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'kind'],
  ['a zip archive', Buffer.from(`504b0304${'00'.repeat(60)}`, 'hex'), 'kind'],
  ['a PDF', Buffer.from('%PDF-1.4\n'), 'kind'],
  ['an animated PNG', await insertChunk('acTL', Buffer.from('0000000200000000', 'hex')), 'animated'],
  ['an animated WebP', await drawAnimation(), 'animated'],
  ['a PNG of 30,000 × 30,000', await makeBomb(30_000), 'size'],
  ['a PNG of 2,147,483,647 × 2,147,483,647', await makeBomb(2 ** 31 - 1), 'damaged'],
  ['a PNG of 6,000 × 6,000 with the pixels of a small one', await makeBomb(6_000), 'damaged'],
  ['a JPEG of 23,000 × 23,000', Buffer.concat([start, huge, rest]), 'size'],
  ['a JPEG that hides its large frame after FF 01', hideFrame(0x01), 'size'],
  ['a JPEG that hides its large frame after FF D0', hideFrame(0xd0), 'size'],
  ['a JPEG that hides its large frame after FF D7', hideFrame(0xd7), 'size'],
  ['a JPEG with two frames, the small one first', Buffer.concat([start, frame, huge, rest]), 'damaged'],
  ['a JPEG with two frames, the large one first', Buffer.concat([start, huge, frame, rest]), 'damaged'],
  [
    'a JPEG with a second frame after its pixels',
    Buffer.concat([start, frame, rest.subarray(0, -2), huge, rest.subarray(-2)]),
    'damaged',
  ],
  [
    'a JPEG whose frame has a false length',
    change(Buffer.concat([start, frame, rest]), (copy) => copy.writeUInt16BE(9, start.length + 2)),
    'damaged',
  ],
  ['a JPEG without a picture', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'damaged'],
  ['a JPEG that ends in its pixels', Buffer.concat([start, frame, rest.subarray(0, -10)]), 'damaged'],
  ['a PNG that ends before its size', png.subarray(0, 18), 'damaged'],
  ['a PNG that ends in its pixels', png.subarray(0, -20), 'damaged'],
  ['a WebP that says that it is small', extendWebp(9), 'damaged'],
  ['a WebP that says that it is large', extendWebp(16_000), 'damaged'],
  ['a WebP that ends in its pixels', webp.subarray(0, -20), 'damaged'],
  [
    'a progressive JPEG of 4,001 pixels',
    await drawPicture({ type: 'jpeg', width: 4_001, height: 8, isProgressive: true }),
    'passes',
  ],
  ['an interlaced PNG of 4,001 pixels', await drawPicture({ width: 8, height: 4_001, isProgressive: true }), 'passes'],
]

const goodFiles: [what: string, file: Buffer][] = [
  ['a PNG', png],
  ['a WebP', webp],
  ['a JPEG', Buffer.concat([start, frame, rest])],
  ['a JPEG with FF 01 and FF D0 before its frame', Buffer.concat([start, Buffer.from('ff01ffd0', 'hex'), frame, rest])],
  ['a JPEG with the preview of a camera behind it', Buffer.concat([start, frame, rest, start, huge, rest])],
  ['a JPEG of 6,000 pixels', await drawPicture({ type: 'jpeg', width: 6_000, height: 8 })],
  [
    'a progressive JPEG of 4,000 pixels',
    await drawPicture({ type: 'jpeg', width: 4_000, height: 8, isProgressive: true }),
  ],
  [
    'a PNG with 200 MB of text',
    await insertChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(2e8))])),
  ],
]

describe('whatever else its file says, a picture', () => {
  it.each(wrongFiles)(
    'is refused if it is not whole, still and of at most 6,000 × 6,000 pixels: %s',
    { tags: ['pictures'] },
    async (_what, file, problem) => {
      const read = await readPicture(file)
      if ('problem' in read) return expect(read.problem).toBe(problem)
      // The header may be that of a good picture.
      expect(await drawThumbnail(file)).toEqual({ problem })
    },
  )

  it.each(goodFiles)('is accepted if it is %s', async (_what, file) => {
    expect(await drawThumbnail(file)).toMatchObject({ bytes: expect.any(Buffer) })
  })
})
