/** A job as the board has it. */
export interface BoardJob {
  title: string
  status: string
}
/** The jobs of a company, by external id. */
export type BoardJobs = ReadonlyMap<string, BoardJob>
/** The titles of the jobs that a feed has, by external id. */
export type Feed = ReadonlyMap<string, string>

/** What a program said about one job. */
export interface Claim {
  id: string
  status: string
}

export interface Truth {
  before: BoardJobs
  /** What was sent. */
  feed: Feed
  after: BoardJobs
}

const isAsSent = (job: BoardJob | undefined, title: string | undefined) =>
  job !== undefined && job.title === title && job.status === 'PUBLISHED'

/** Finds what a program said about jobs and the board contradicts. `who` names the program in the sentences. */
export function findUntrueClaims(who: string, claims: readonly Claim[], truth: Truth): string[] {
  return claims
    .filter((claim) => !isTrue(claim, truth))
    .map(({ id, status }) => {
      const [before, after] = [truth.before.get(id), truth.after.get(id)].map((job) => JSON.stringify(job ?? null))
      return `${who} said "${status}" of job ${id} (${truth.feed.get(id)}), which was ${before} and is ${after}`
    })
}

function isTrue({ id, status }: Claim, truth: Truth): boolean {
  const [title, before, after] = [truth.feed.get(id), truth.before.get(id), truth.after.get(id)]
  const isThere = isAsSent(after, title)
  const isWritten = isThere && !isAsSent(before, title)
  const truths: Record<string, boolean> = {
    unconfirmed: true,
    failed: !isWritten,
    unsent: !isWritten,
    created: isThere && before === undefined,
    updated: isWritten && before !== undefined,
    unchanged: isThere,
  }
  return truths[status] ?? false
}

/** Says why the exit status of `jobs push` is untrue. Every row is right and may be written. */
export function findUntrueExit(
  who: string,
  code: number,
  claims: readonly Claim[],
  feed: Feed,
  after: BoardJobs,
): string[] {
  const isWhole = [...feed].every(([id, title]) => isAsSent(after.get(id), title))
  const done = claims.filter(({ status }) => !/failed|unsent|unconfirmed/.test(status)).length
  const isTrue: Record<number, boolean> = {
    0: isWhole && done === claims.length && done >= feed.size,
    // The board cannot be reached, or not any more: some rows may have gone through.
    1: true,
    5: true,
    3: done > 0 && done < claims.length && claims.length >= feed.size,
  }
  return isTrue[code]
    ? []
    : [`${who} ended with ${code}, and ${done} of ${claims.length} claims for ${feed.size} rows are "done"`]
}

/** Finds jobs that are not as the feed says, and published jobs that it does not have. */
export function findDifferences(who: string, feed: Feed, after: BoardJobs): string[] {
  const wrong = [...feed].filter(([id, title]) => !isAsSent(after.get(id), title))
  const extra = [...after].filter(([id, { status }]) => status === 'PUBLISHED' && !feed.has(id))
  return [
    ...wrong.map(([id]) => `${who}: at the end job ${id} is not live as the feed says`),
    ...extra.map(([id]) => `${who}: at the end job ${id} is live, and the feed does not have it`),
  ]
}
