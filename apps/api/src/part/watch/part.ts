import type { Part } from '../../part.ts'
import { noteDistance } from './habit.ts'
import { listForDigest, queueAlarms, watchMails } from './mails.ts'
import { procedures } from './procedures.ts'
import { watching } from './state.ts'

/** Tells users that the ATS of their company no longer fetches applications, or no longer sends jobs. */
export const watchPart = {
  name: 'watch',
  state: watching,
  mails: watchMails,
  works: ({ settings }) =>
    settings.sendsMail ? [{ name: 'look for an ATS that has stopped', everyMs: 60_000, run: queueAlarms }] : [],
  listeners: (deps) => [{ name: 'note how often an ATS calls', on: { keyUsed: (use) => noteDistance(deps, use) } }],
  listForDigest,
  procedures,
} satisfies Part
