import { defineConfig } from 'vitest/config'
import tests from './vitest.config.ts'

export default defineConfig({ ...tests, test: { ...tests.test, include: ['apps/api/src/test/screenshots.ts'] } })
