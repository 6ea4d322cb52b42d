import { fileURLToPath } from 'node:url'

/** Path of a file of this repository. */
export const sourceFile = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
