import { readFileSync } from 'node:fs'

/** A small PNG that the board takes as a company's logo. */
export const logo = readFileSync(new URL('./logo.png', import.meta.url))
