import { deriveBrand } from '@boardwalk/schema/brand'
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { drawThumbnail } from './resize.ts'
import { breakLines, type Direction, findDirection, registerFonts, toFont } from './text.ts'
import { SHARE_PIXELS, type SharePicture } from './work.ts'

/* Draws the picture that networks and messengers show beside a link to a page. The library draws on the thread that calls it. */

const { width: WIDTH, height: HEIGHT } = SHARE_PIXELS
const MARGIN = 80
const INNER_WIDTH = WIDTH - 2 * MARGIN
const MARK = { top: 72, side: 96, corner: 22, padding: 12 }
const TITLE = { top: 200, height: 236, sizes: [78, 62], lineHeight: 1.22 }
const FACT = { bottom: 512, height: 56, widthMax: 620, padding: 26, gap: 14, size: 28 }
const FOOT = { baseline: 572, size: 26 }

/** Draws a picture as a PNG file. `logo` is a file with the owner's logo. If it is missing or damaged, the picture has the initial. */
export async function drawSharePicture(picture: SharePicture, logo: Uint8Array | undefined): Promise<Buffer> {
  registerFonts()
  // This library would decode a file of any size.
  const thumbnail = logo && (await drawThumbnail(logo))
  const mark = thumbnail && 'bytes' in thumbnail ? await loadImage(thumbnail.bytes) : undefined
  const sheet = createCanvas(WIDTH, HEIGHT)
  const context = sheet.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const { accent, accentOver, onAccent, tint } = deriveBrand(picture.color).light
  const place = createPlace(context, picture.direction)

  drawGround(context, picture.direction, accent, accentOver, onAccent)

  // The mark lies on white, because most logos are made for white paper.
  const markX = place.toX(0, MARK.side)
  context.fillStyle = '#ffffff'
  fillRounded(context, markX, MARK.top, MARK.side, MARK.side, MARK.corner)
  if (mark) {
    const inner = MARK.side - 2 * MARK.padding
    const scale = inner / Math.max(mark.width, mark.height)
    const [width, height] = [mark.width * scale, mark.height * scale]
    const [x, y] = [markX + (MARK.side - width) / 2, MARK.top + (MARK.side - height) / 2]
    context.drawImage(mark, x, y, width, height)
  } else {
    context.fillStyle = accent
    context.font = toFont(700, 56)
    context.textAlign = 'center'
    context.fillText(picture.owner.initial, markX + MARK.side / 2, MARK.top + 68)
  }
  context.fillStyle = onAccent
  context.font = toFont(700, 36)
  place.write(picture.owner.name, MARK.side + 28, MARK.top + 61, INNER_WIDTH - MARK.side - 28)

  drawTitle(context, place, picture.title)

  context.font = toFont(700, FACT.size)
  let at = 0
  for (const text of picture.facts) {
    const [fact = ''] = breakLines(context, text, FACT.widthMax, 1)
    const width = Math.ceil(context.measureText(fact).width) + 2 * FACT.padding
    if (at + width > INNER_WIDTH) break
    context.fillStyle = tint
    fillRounded(context, place.toX(at, width), FACT.bottom - FACT.height, width, FACT.height, FACT.height / 2)
    context.fillStyle = accent
    place.write(fact, at + FACT.padding, FACT.bottom - 18, width)
    at += width + FACT.gap
  }

  context.globalAlpha = 0.85
  context.fillStyle = onAccent
  context.font = toFont(700, FOOT.size)
  place.write(picture.foot.board, 0, FOOT.baseline, INNER_WIDTH / 2)
  context.font = toFont(400, FOOT.size)
  const addressWidth = context.measureText(picture.foot.address).width
  place.write(
    picture.foot.address,
    INNER_WIDTH - Math.min(addressWidth, INNER_WIDTH / 2),
    FOOT.baseline,
    INNER_WIDTH / 2,
  )
  return sheet.encode('png')
}

/** The places of a row, counted from the margin at which the language begins to read. */
interface Place {
  /** The left edge of a box that begins at `at`. */
  toX(at: number, width: number): number
  /** Writes a line that begins at `at`, cut to a width. */
  write(text: string, at: number, baseline: number, width: number): void
}

function createPlace(context: SKRSContext2D, direction: Direction): Place {
  const isLtr = direction === 'ltr'
  return {
    toX: (at, width) => (isLtr ? MARGIN + at : WIDTH - MARGIN - at - width),
    write(text, at, baseline, width) {
      const [line = ''] = breakLines(context, text, width, 1)
      context.textAlign = isLtr ? 'left' : 'right'
      // A French title in an Arabic page keeps its own order, and begins at the right margin.
      context.direction = findDirection(line)
      context.fillText(line, isLtr ? MARGIN + at : WIDTH - MARGIN - at, baseline)
    },
  }
}

/** Fills the picture with the accent, and draws two large rings at the far corner. */
function drawGround(context: SKRSContext2D, direction: Direction, from: string, to: string, ring: string): void {
  const shade = context.createLinearGradient(0, 0, 0, HEIGHT)
  shade.addColorStop(0, from)
  shade.addColorStop(1, to)
  context.fillStyle = shade
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.strokeStyle = ring
  context.globalAlpha = 0.09
  context.lineWidth = 56
  const x = direction === 'ltr' ? WIDTH - 40 : 40
  for (const radius of [150, 270]) {
    context.beginPath()
    context.arc(x, 20, radius, 0, 2 * Math.PI)
    context.stroke()
  }
  context.globalAlpha = 1
}

/** Writes the title on two large lines, or else on three smaller ones, in the middle of its height. */
function drawTitle(context: SKRSContext2D, place: Place, title: string): void {
  for (const size of TITLE.sizes) {
    context.font = toFont(700, size)
    const lineHeight = size * TITLE.lineHeight
    const lines = breakLines(context, title, INNER_WIDTH, Math.floor(TITLE.height / lineHeight))
    const isWhole = !lines.at(-1)?.endsWith('…')
    if (!isWhole && size !== TITLE.sizes.at(-1)) continue
    const top = TITLE.top + (TITLE.height - lines.length * lineHeight) / 2
    for (const [index, line] of lines.entries()) place.write(line, 0, top + index * lineHeight + size, INNER_WIDTH)
    return
  }
}

function fillRounded(context: SKRSContext2D, x: number, y: number, width: number, height: number, radius: number) {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}
