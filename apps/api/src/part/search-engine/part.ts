import type { Part } from '../../part.ts'
import { toKeyPath } from './indexnow.ts'
import { settings } from './settings.ts'
import { telling } from './state.ts'
import { createEngineWork } from './tell.ts'

/** Tells search engines of jobs that were published, changed or withdrawn. */
export const searchEnginePart = {
  name: 'search-engine',
  settings,
  state: telling,
  works: (deps) => telling(deps).engines.map(createEngineWork),
  addPages({ router, deps }) {
    const { indexNowKey } = telling(deps)
    // Search engines read it to see that who tells them of the board's pages may do so.
    if (indexNowKey !== undefined)
      router.get(toKeyPath(indexNowKey), (_req, res) => {
        res.type('txt').send(indexNowKey)
      })
  },
} satisfies Part
