import type { Boardwalk } from '@boardwalk/sdk'
import type { Interruption } from './interruption.ts'
import { JobChanging } from './job-changing.ts'

/** Unpublishes jobs, several at the same time. */
export class Unpublishing extends JobChanging<'unpublished'> {
  constructor(jobs: Pick<Boardwalk['jobs'], 'unpublish'>, interruption: Interruption) {
    super((id, options) => jobs.unpublish(id, options), 'unpublished', interruption)
  }
}
