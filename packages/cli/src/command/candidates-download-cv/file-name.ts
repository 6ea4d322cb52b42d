import { formatValue } from '@boardwalk/schema/wording'
import type { Candidate } from '@boardwalk/sdk'

/** Most file systems allow 255 bytes in a name. Date, id and ending need the rest. */
const nameBytesMax = 120

/** All characters but letters, digits and emoji. Applicants choose their names, and shell scripts will handle the files. */
const unsafeCharacters = /[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

type NamedCandidate = Pick<Candidate, 'date' | 'firstName' | 'lastName' | 'id'>

/**
 * Creates the name of a CV's file without its ending, such as `2026-03-02_Salma-Bennani_5f0c1e8a`. The date at the start
 * keeps it from being an option, a hidden file or a device. The id at the end makes it unique. Throws an Error for a date
 * that is none: the date, too, comes from the board, and must not lead out of the folder.
 */
export function createFileStem({ date, firstName, lastName, id }: NamedCandidate): string {
  const words = shorten(`${firstName} ${lastName}`.normalize('NFC').replaceAll(unsafeCharacters, ' ').trim())
  const day = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(date)?.[0]
  if (day === undefined) throw new Error(`the board gave ${formatValue(date)} as its date`)
  return `${day}_${words.replaceAll(' ', '-')}_${encodeURIComponent(id)}`
}

/** Shortens a name to the limit in bytes, without cutting a character. */
function shorten(name: string): string {
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (Buffer.byteLength(short + segment) > nameBytesMax) break
    short += segment
  }
  return short.trimEnd()
}
