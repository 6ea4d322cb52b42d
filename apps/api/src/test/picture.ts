import { crc32 } from 'node:zlib'
import sharp from 'sharp'

interface PictureOptions {
  type?: 'png' | 'jpeg' | 'webp'
  width?: number
  height?: number
  color?: string
  /** Whether its pixels come in several passes. */
  isProgressive?: boolean
}

/** Draws a picture of one colour, as a file that a user uploads. */
export const drawPicture = ({
  type = 'png',
  width = 64,
  height = 64,
  color = '#a03020',
  isProgressive = false,
}: PictureOptions = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(type, type === 'webp' ? {} : { progressive: isProgressive })
    .toBuffer()

/** Draws an animation of two pictures, as a WebP file. */
export async function drawAnimation(): Promise<Buffer> {
  const frames = await Promise.all(['#a03020', '#2030a0'].map((color) => drawPicture({ color })))
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** Makes a PNG that says that it is this large. Its checksum is right. */
export async function makeBomb(side: number): Promise<Buffer> {
  const file = await drawPicture()
  file.writeUInt32BE(side, 16)
  file.writeUInt32BE(side, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

/** Inserts a chunk after the header of a PNG. */
export async function insertChunk(type: string, content: Buffer): Promise<Buffer> {
  const file = await drawPicture()
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)])
}

/** The parts of a JPEG: what is before the frame, the frame, and the rest. */
export async function splitJpeg(): Promise<{ start: Buffer; frame: Buffer; rest: Buffer }> {
  const file = await drawPicture({ type: 'jpeg' })
  const at = file.indexOf(Buffer.from([0xff, 0xc0]))
  const end = at + 2 + file.readUInt16BE(at + 2)
  return { start: file.subarray(0, at), frame: file.subarray(at, end), rest: file.subarray(end) }
}

/** Copies the frame of a JPEG with another size. */
export function resizeFrame(frame: Buffer, side: number): Buffer {
  const copy = Buffer.from(frame)
  copy.writeUInt16BE(side, 5)
  copy.writeUInt16BE(side, 7)
  return copy
}
