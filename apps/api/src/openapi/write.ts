import { readFile, writeFile } from 'node:fs/promises'
import { operationList } from '@boardwalk/schema/operations'
import { printDocument } from './document.ts'
import { fillTables } from './tables.ts'

/*
 * A program: `npm run codegen` writes openapi.json, from which the types of the SDK are generated, the table of the operations in
 * docs/contract.md, and the tables of one guide.
 */

const contract = new URL('../../../../docs/contract.md', import.meta.url)
const guide = new URL('../../../../docs/guides/values-and-limits.md', import.meta.url)
const table = /(?<=<!-- operations: npm run codegen -->\n).*(?=\n<!-- end of operations -->)/s
const head = '\n| Request | What it does | Scope of the key |\n| --- | --- | --- |\n'

const rows = operationList
  .toSorted((a, b) => Number(a.isExtension) - Number(b.isExtension))
  .map(({ method, path, summary, scope }) => `| \`${method} ${path}\` | ${summary} | \`${scope}\` |\n`)
const text = await readFile(contract, 'utf8')
await writeFile(contract, text.replace(table, head + rows.join('')))
await writeFile(guide, fillTables(await readFile(guide, 'utf8')))
await writeFile(new URL('../../openapi.json', import.meta.url), printDocument())
