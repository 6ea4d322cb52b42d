import { defineConfig } from 'vitest/config'
import tests, { project } from './vitest.config.ts'

export default defineConfig({
  ...tests,
  test: { ...tests.test, projects: [project('pictures', ['apps/web/src/test/{screenshots,first-visits}.ts'])] },
})
