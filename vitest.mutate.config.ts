import { defineConfig } from 'vitest/config'
import { project } from './vitest.config.ts'

/* The tests that StrykerJS runs: those of pure code, which need no database and start no process. */

const pure = [
  'packages/schema/src/**/*.test.ts',
  'packages/sdk/src/**/*.test.ts',
  'packages/cli/src/feed/**/*.test.ts',
  'packages/core/src/text/{words,html}.test.ts',
]
const withBoard = ['packages/sdk/src/{server,sandbox}.test.ts', 'packages/cli/src/feed/{address,messy-sync}.test.ts']

const { test, ...config } = project('pure', pure, withBoard)

// StrykerJS runs the tests in threads, which take no options of V8.
export default defineConfig({ ...config, test: { ...test, execArgv: [] } })
