import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './owner-lock.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'owner-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a lock is free again once it is released, and refused with its owner until then', () => {
  const lock = takeLock(join(folder, 'lock'))
  expect(takeLock(join(folder, 'lock'))).toBe(process.pid)
  if (typeof lock !== 'number') lock.release()
  expect(takeLock(join(folder, 'lock'))).toHaveProperty('release')
})
