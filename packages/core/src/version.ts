import { createRequire } from 'node:module'

/** The version of the board, which all packages of a release share. */
export const { version: VERSION }: { version: string } = createRequire(import.meta.url)('../package.json')
