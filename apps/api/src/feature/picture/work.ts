import type { Direction } from './text.ts'

/* What the process that draws pictures is asked for, and what it answers. */

export const PICTURE_MIMES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureMime = (typeof PICTURE_MIMES)[number]

/** The most pixels of a side. */
export const SIDE_PIXELS_MAX = 6_000
/** The same for a picture whose pixels come in several passes, because all of them are in memory until the last pass. */
export const PASSES_SIDE_PIXELS_MAX = 4_000

/** What the picture beside a shared link shows. */
export interface SharePicture {
  direction: Direction
  /** The colour of the board, such as `#3a3fc4`. */
  color: string
  /** Whose page it is: a company, or the board. */
  owner: { name: string; initial: string }
  title: string
  /** Short facts in one row, as many as have room. */
  facts: string[]
  /** At the foot: the board and its address. */
  foot: { board: string; address: string }
}

export const SHARE_PIXELS = { width: 1200, height: 630 }

/** `mark` is a file with the owner's logo. If it is missing or damaged, the picture has the initial. */
export type PictureWork =
  | { kind: 'thumbnail' | 'cover'; file: Uint8Array }
  | { kind: 'share'; picture: SharePicture; mark: Uint8Array | undefined }

/**
 * Why a file cannot be used: it is no PNG, JPEG or WebP file, has several frames, is too large in pixels, is damaged, or takes
 * too much memory or time.
 */
export type PictureProblem = 'kind' | 'animated' | 'size' | 'passes' | 'damaged' | 'costly'

/** The drawn picture, and the kind of the file that it was made from. */
export type Drawing = { bytes: Uint8Array; mime: PictureMime } | { problem: PictureProblem }

/** The answer of the process. `failure` is the message of an error that no file may cause. */
export type PictureAnswer = { drawing: Drawing } | { failure: string }
