import { defineConfig } from 'vitest/config'

// The sources of the other packages, not what was built of them last.
const fromSource = { resolve: { conditions: ['@boardwalk/source'] } }

export default defineConfig({
  ssr: fromSource,
  // Where vitest runs the global set-up.
  environments: { __vitest__: fromSource },
  test: {
    include: ['{packages,apps,tools}/*/src/**/*.test.{ts,tsx}', '{proof,bench}/src/**/*.test.ts'],
    globalSetup: ['apps/api/src/test/database.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The one database is the bottleneck; more files at once only wait for it.
    maxWorkers: 2,
  },
})
