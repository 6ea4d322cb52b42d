import { readFile, writeFile } from 'node:fs/promises'
import { printDocument } from './document.ts'
import { updateReadme } from './readme.ts'

/*
 * `npm run codegen` writes openapi.json, and the table of the operations in README.md. The server serves openapi.json, and
 * the types of the SDK are generated from it.
 */

const readme = new URL('../../../../README.md', import.meta.url)

await writeFile(new URL('../../openapi.json', import.meta.url), printDocument())
await writeFile(readme, updateReadme(await readFile(readme, 'utf8')))
