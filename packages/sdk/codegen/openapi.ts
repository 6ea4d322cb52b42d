import { writeFileSync } from 'node:fs'
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import ts from 'typescript'

/*
 * Writes the types of apps/api/openapi.json into src/generated/openapi.ts, as the command of openapi-typescript does. That
 * command passes over `const` if it is null, and would give the member `error` of a success the type that it has in an error.
 */

const onlyNull = ts.factory.createLiteralTypeNode(ts.factory.createNull())
const types = await openapiTypescript(new URL('../../../apps/api/openapi.json', import.meta.url), {
  transform: (schema) => (schema.const === null ? onlyNull : undefined),
})
writeFileSync(new URL('../src/generated/openapi.ts', import.meta.url), `${COMMENT_HEADER}${astToString(types)}`)
