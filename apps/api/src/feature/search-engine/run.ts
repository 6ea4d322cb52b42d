import type { Settings } from '@boardwalk/core/process/settings'
import type { Deps } from '../../deps.ts'
import type { ServiceAccount } from '../../process/service-account.ts'
import type { SearchEngine, Send } from './engine.ts'
import { createGoogle } from './google.ts'
import { createIndexNow } from './indexnow.ts'
import { nameWork, tellSearchEngine } from './tell.ts'

/** Each process looks this often whether an engine is due (tell.ts). */
const LOOK_EVERY_MS = 5_000

interface EngineOptions {
  settings: Pick<Settings, 'publicUrl' | 'indexNowKey'>
  /** Without it, Google is told nothing. */
  google?: ServiceAccount | undefined
  now: () => number
  send?: Send | undefined
}

/** Makes the search engines that the operator has turned on. */
export const createSearchEngines = ({ settings, google, now, send = fetch }: EngineOptions): SearchEngine[] => [
  ...(settings.indexNowKey === null ? [] : [createIndexNow(settings, settings.indexNowKey, send)]),
  ...(google === undefined ? [] : [createGoogle(google, now, send)]),
]

/** Tells search engines of jobs in the background, until it is stopped. Other processes do the same. */
export function startSearchEngines(deps: Deps, engines: readonly SearchEngine[]): () => void {
  const stopping = new AbortController()
  const begun = new Set<SearchEngine>()
  const look = () => {
    for (const engine of engines)
      deps.background.run(nameWork(engine), async () => {
        if (!begun.has(engine)) await deps.searchNotices.begin(engine.name, new Date(deps.now()))
        begun.add(engine)
        await tellSearchEngine(deps, engine, stopping.signal)
      })
  }
  look()
  const looking = setInterval(look, LOOK_EVERY_MS)
  /** Begins no further call. The call under way ends with the work of the background. */
  return () => {
    clearInterval(looking)
    stopping.abort()
  }
}
