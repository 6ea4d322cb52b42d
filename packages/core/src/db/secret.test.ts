import { expect, test } from 'vitest'
import { IN_DATABASE } from '../process/settings.ts'
import { deriveSigningSecrets } from './secret.ts'

test('each purpose has secrets of its own, in the order of the list: one that leaks is of no use for the other', async () => {
  const list = ['a'.repeat(32), IN_DATABASE, 'b'.repeat(32)]
  const derive = (purpose: 'cvLinks' | 'sessions') =>
    deriveSigningSecrets(list, purpose, async (name) => `${name} of the database`)
  const [links, sessions] = [await derive('cvLinks'), await derive('sessions')]
  expect([links[1], sessions[1]]).toEqual(['cvLinks of the database', 'sessions of the database'])
  expect(new Set([...links, ...sessions, ...list]).size).toBe(9)
  // All processes make the same secrets of the same list.
  expect(await derive('cvLinks')).toEqual(links)
})
