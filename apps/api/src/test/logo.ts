import { readFileSync } from 'node:fs'

/** A small PNG that the board accepts as a company's logo. */
export const logo = readFileSync(new URL('./logo.png', import.meta.url))
