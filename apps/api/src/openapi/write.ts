import { readFile, writeFile } from 'node:fs/promises'
import { documentText } from './document.ts'
import { updateReadme } from './readme.ts'

/*
 * `npm run codegen`: writes openapi.json, which is served, linted and what the SDK is generated from, and the table of the
 * operations in README.md.
 */

const readme = new URL('../../../../README.md', import.meta.url)

await writeFile(new URL('../../openapi.json', import.meta.url), documentText())
await writeFile(readme, updateReadme(await readFile(readme, 'utf8')))
