import type { Candidate } from '@boardwalk/sdk'

/** Most systems take 255 bytes; date, id and the endings need the rest. */
const nameBytesMax = 120

/** All but letters and digits of any script, and pictures: applicants choose their names, and scripts meet the files. */
const unsafe = /[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

/**
 * Name of a candidate's CV without its ending, such as `2026-03-02_Salma-Bennani_5f0c1e8a`: it begins with a date, so
 * that it is no option, hidden file or device, and ends with the id, which nobody else has.
 */
export function fileStemOf({ date, firstName, lastName, id }: Candidate): string {
  const words = shortened(`${firstName} ${lastName}`.normalize('NFC').replaceAll(unsafe, ' ').trim())
  return `${date.slice(0, 10)}_${words.replaceAll(' ', '-')}_${encodeURIComponent(id)}`
}

/** As many whole characters as so many bytes hold. */
function shortened(name: string): string {
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (Buffer.byteLength(short + segment) > nameBytesMax) break
    short += segment
  }
  return short.trimEnd()
}
