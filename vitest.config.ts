import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: { resolve: { conditions: ['@boardwalk/source'] } },
  test: {
    include: ['{packages,apps,tools}/*/src/**/*.test.{ts,tsx}'],
    globalSetup: ['apps/api/src/test/database.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The one database is the bottleneck; more files at once only wait for it.
    maxWorkers: 2,
  },
})
