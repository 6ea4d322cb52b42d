import type { Image } from '@napi-rs/canvas'
import pLimit from 'p-limit'
import { overloaded } from '../../error.ts'
import { measurePicture } from './measure.ts'

/*
 * The one way to the library that decodes and draws pictures. It is loaded with the first picture, so the sandbox, which has none, does
 * without it. It decodes and encodes on other threads. The drawing itself is on this one.
 */

/** The pixels of a side. A picture of the largest size takes 144 MB while it is decoded. */
export const SIDE_PIXELS_MAX = 6_000

const AT_ONCE = 2
/** More pictures than this do not wait. One takes some 50 ms. */
const WAITING_MAX = 40
const RETRY_AFTER_SECONDS = 5
const takeTurn = pLimit(AT_ONCE)

/** Draws when it is this picture's turn. Throws `unavailable` if too many wait. */
export function draw<Drawn>(run: (canvas: typeof import('@napi-rs/canvas')) => Promise<Drawn>): Promise<Drawn> {
  if (takeTurn.pendingCount >= WAITING_MAX) return Promise.reject(overloaded(RETRY_AFTER_SECONDS))
  return takeTurn(async () => run(await import('@napi-rs/canvas')))
}

/**
 * Decodes a PNG, JPEG or WebP file. Undefined if it is damaged, or larger than `SIDE_PIXELS_MAX`. Call it inside `draw`, because the
 * pixels of a small file can take much memory.
 */
export async function decodePicture(
  canvas: typeof import('@napi-rs/canvas'),
  bytes: Uint8Array,
): Promise<Image | undefined> {
  const { size } = (await measurePicture(bytes)) ?? {}
  if (size === undefined || Math.max(size.width, size.height) > SIDE_PIXELS_MAX) return undefined
  try {
    return await canvas.loadImage(bytes)
  } catch {
    // The library knows one failure: the file cannot be decoded.
    return undefined
  }
}
