import { allCandidates } from './all-candidates.ts'
import { applying } from './applying.ts'
import { authentication } from './authentication.ts'
import type { Check, Rules } from './board.ts'
import { body } from './body.ts'
import { candidates } from './candidates.ts'
import { create } from './create.ts'
import { jobs } from './extensions.ts'
import { externalId } from './external-id.ts'
import { link } from './link.ts'
import { refusedJob } from './refused-job.ts'
import { update } from './update.ts'

const list = (group: Check['group'], subjects: Rules[]): Check[] =>
  subjects
    .flatMap((rules) => Object.entries(rules))
    .flatMap(([rule, all]) => Object.entries(all).map(([does, run]) => ({ group, rule, does, run })))

export const checks: readonly Check[] = [
  ...list('contract', [authentication, create, refusedJob, externalId, update, link, candidates, applying, body]),
  ...list('extensions', [jobs, allCandidates]),
]

export { Missing } from './board.ts'
export { openBoard } from './open.ts'
export { runChecks, writeOutcomes } from './run.ts'

/** Names each check of these groups by its sentence and its rule, for `it.each`. */
export const nameChecks = (...groups: Check['group'][]): [name: string, check: Check][] =>
  checks.filter(({ group }) => groups.includes(group)).map((check) => [`${check.does} (${check.rule})`, check])
