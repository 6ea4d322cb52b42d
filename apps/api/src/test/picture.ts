import { createCanvas } from '@napi-rs/canvas'

interface PictureOptions {
  type?: 'png' | 'jpeg' | 'webp'
  width?: number
  height?: number
  color?: string
}

/** Draws a picture of one colour, as a file that a user uploads. */
export async function drawPicture({ type = 'png', width = 64, height = 64, color = '#a03020' }: PictureOptions = {}) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  // The library has a function for each type.
  return type === 'png' ? canvas.encode('png') : type === 'jpeg' ? canvas.encode('jpeg') : canvas.encode('webp')
}

/** A PNG of 100 bytes that says that it is this large. */
export async function makeBomb(side: number): Promise<Buffer> {
  const file = await drawPicture()
  file.writeUInt32BE(side, 16)
  file.writeUInt32BE(side, 20)
  return file
}
