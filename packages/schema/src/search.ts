import { text } from './wording.ts'

/** What somebody types to find a row: all of its words must be in it, whatever their case and accents. */
export const SearchText = text(200)
  .transform((typed) => typed.split(/\s+/).filter((word) => word !== ''))
  .default([])
