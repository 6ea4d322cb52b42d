import { writeFileSync } from 'node:fs'
import { limits } from '@boardwalk/schema/limits'
import { operationNames, operations } from '@boardwalk/schema/operations'
import type * as generated from '../src/generated/contract.ts'

/*
 * Writes the routes and limits of packages/schema into src/generated/contract.ts, because the SDK imports nothing of the
 * workspace at run time.
 */

// These two lines do not compile if the SDK's limits or operations differ from the server's: run `npm run codegen`.
const currentLimits: typeof generated.limits = limits
const currentNames: (keyof typeof generated.routes)[] = operationNames

const routes = currentNames.map((name) => {
  const { method, path } = operations[name]
  return [name, { method, path }]
})
const json = (value: unknown) => JSON.stringify(value, null, 2)

writeFileSync(
  new URL('../src/generated/contract.ts', import.meta.url),
  `// Generated from packages/schema by "npm run codegen": do not edit.
import type { operations } from './openapi.ts'

export const limits = ${json(currentLimits)} as const

export const routes = ${json(Object.fromEntries(routes))} satisfies Record<keyof operations, { method: string; path: string }>
`,
)
