import { describe, expect, test } from 'vitest'
import { createKey, revokeKey, rollKey } from '../feature/api-key/service.ts'
import { actAsOperator } from '../feature/audit/service.ts'
import { useSecondServer, useServer } from './harness.ts'

/* Once a revocation is acknowledged on B, no process accepts the key, not even A, which has just used it. */

const a = useServer()
const b = useSecondServer(a)

const ends = {
  revoked: revokeKey,
  'rolled with its end at once': (
    deps: typeof b.deps,
    actor: ReturnType<typeof actAsOperator>,
    { id }: { id: string },
  ) => rollKey(deps, actor, { id, revokeOldInHours: 0 }),
}

describe.each(Object.entries(ends))('a key that is %s on B', (_, end) => {
  test.each([1, 2, 3])('is refused by both from the answer on (round %i)', async () => {
    const actor = actAsOperator((await a.company()).id)
    const { id, key } = await createKey(b.deps, actor, { name: 'to be ended', scopes: ['read'] })
    for (const { call } of [b, a]) expect((await call(key, 'GET', '/jobs')).status).toBe(200)
    await end(b.deps, actor, { id })
    const answers = await Promise.all([a, b].map(({ call }) => call(key, 'GET', '/jobs')))
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  })
})
