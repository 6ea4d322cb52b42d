import type { Part } from '../../part.ts'
import { noteUnchangedPush, unpublishNotPushed } from './not-pushed.ts'
import { procedures } from './procedures.ts'
import { notPushed } from './state.ts'

/** Unpublishes jobs that the ATS of a company no longer pushes, if the company has turned that on. */
export const notPushedPart = {
  name: 'not-pushed',
  state: notPushed,
  procedures,
  works: () => [{ name: 'unpublish jobs that were not pushed', everyMs: 30_000, run: unpublishNotPushed }],
  listeners: (deps) => [
    { name: 'note a push that changed nothing', on: { jobPushedUnchanged: (push) => noteUnchangedPush(deps, push) } },
  ],
} satisfies Part
