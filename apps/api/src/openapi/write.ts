import { writeFile } from 'node:fs/promises'
import { documentText } from './document.ts'

/* `npm run codegen`: writes openapi.json, which is served, linted and what the SDK is generated from. */

await writeFile(new URL('../../openapi.json', import.meta.url), documentText())
