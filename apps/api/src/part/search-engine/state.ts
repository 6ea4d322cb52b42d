import type { Settings } from '@boardwalk/core/process/settings'
import { Counter } from 'prom-client'
import { definePartState, type ProcessTools } from '../../part-state.ts'
import type { SearchEngine } from './engine.ts'
import { createGoogle } from './google.ts'
import { createIndexNow } from './indexnow.ts'
import type { SearchEngineSettings } from './settings.ts'
import { createSearchNoticeStore } from './store.ts'

/** Reads the store, the search engines and the metric of this part. */
export const telling = definePartState(
  ({ createStore }) => ({ searchNotices: createStore(createSearchNoticeStore) }),
  (_stores, { settings, own, now, metrics }: ProcessTools<SearchEngineSettings>) => ({
    /** The key by which IndexNow knows the board. Undefined: IndexNow is told nothing. */
    indexNowKey: own.INDEXNOW_KEY,
    engines: createSearchEngines({ ...own, settings, now }),
    toldPages: new Counter({
      name: 'boardwalk_search_engine_pages_total',
      help: 'Pages of jobs that a search engine was told of, or could not be told of yet (postponed) or at all (given_up), by engine.',
      labelNames: ['engine', 'outcome'],
      registers: [metrics.registry],
    }),
  }),
)

interface EngineOptions extends SearchEngineSettings {
  settings: Pick<Settings, 'publicUrl'>
  now: () => number
}

/** Makes the search engines that the operator has turned on. */
export const createSearchEngines = ({
  INDEXNOW_KEY: key,
  GOOGLE_INDEXING_CREDENTIALS: account,
  send = fetch,
  settings,
  now,
}: EngineOptions): SearchEngine[] => [
  ...(key === undefined ? [] : [createIndexNow(settings, key, send)]),
  ...(account === undefined ? [] : [createGoogle(account, now, send)]),
]
