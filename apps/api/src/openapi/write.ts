import { readFile, writeFile } from 'node:fs/promises'
import { operationList } from '@boardwalk/schema/operations'
import { printDocument } from './document.ts'

/*
 * A program: `npm run codegen` writes openapi.json, from which the types of the SDK are generated, and the table of the operations in
 * docs/contract.md.
 */

const contract = new URL('../../../../docs/contract.md', import.meta.url)
const table = /(?<=<!-- operations: npm run codegen -->\n).*(?=\n<!-- end of operations -->)/s
const head = '\n| Request | What it does | Scope of the key |\n| --- | --- | --- |\n'

const rows = operationList
  .toSorted((a, b) => Number(a.isExtension) - Number(b.isExtension))
  .map(({ method, path, summary, scope }) => `| \`${method} ${path}\` | ${summary} | \`${scope}\` |\n`)
const text = await readFile(contract, 'utf8')
await writeFile(contract, text.replace(table, head + rows.join('')))
await writeFile(new URL('../../openapi.json', import.meta.url), printDocument())
