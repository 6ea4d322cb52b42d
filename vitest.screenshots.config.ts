import { defineConfig } from 'vitest/config'
import tests from './vitest.config.ts'

export default defineConfig({
  ...tests,
  test: { ...tests.test, include: ['apps/web/src/test/{screenshots,first-visits}.ts'] },
})
