import type { Work } from '@boardwalk/core/process/schedule'
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

/** Tells each search engine of jobs. A call that is under way when the process stops ends, and no further one begins. */
export const createEngineWorks = (engines: readonly SearchEngine[]): Work<Deps>[] =>
  engines.map((engine) => {
    let isBegun = false
    return {
      name: nameWork(engine),
      everyMs: LOOK_EVERY_MS,
      async run(deps, signal) {
        if (!isBegun) await deps.searchNotices.begin(engine.name, new Date(deps.now()))
        isBegun = true
        await tellSearchEngine(deps, engine, signal)
      },
    }
  })
