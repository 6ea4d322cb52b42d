import { fileURLToPath } from 'node:url'

/** Path of a file of this repository, such as `examples/jobs.json`. */
export const sourceFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
