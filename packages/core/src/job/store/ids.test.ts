import { useServer } from '@boardwalk/api/test/harness'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createCoreStores } from '../../deps.ts'

const server = useServer()

it('a job id that a process has taken is not given out half a second later, when others have taken later ones', async () => {
  const [one, other] = [createCoreStores(server.connection).jobs, createCoreStores(server.connection).jobs]
  // A process that takes ids again soon takes more than it needs.
  for (let taken = 0; taken < 4; taken++) await one.nextId()
  const later = await other.nextId()
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 500)
  onTestFinished(() => clock.mockRestore())
  expect(await one.nextId()).toBeGreaterThan(later)
})

it('a process that prepares an id gives out that one, once', async () => {
  const [one, other] = [createCoreStores(server.connection).jobs, createCoreStores(server.connection).jobs]
  const nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => clock.mockRestore())
  await one.prepareId()
  const later = await other.nextId()
  expect(await one.nextId()).toBeLessThan(later)
  expect(await one.nextId()).toBeGreaterThan(later)
})
