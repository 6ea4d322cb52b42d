import { authentication } from './authentication.ts'
import type { Board, Check } from './board.ts'
import { candidates } from './candidates.ts'
import { create } from './create.ts'
import { link } from './link.ts'
import { page } from './page.ts'
import { refusedJob } from './refused-job.ts'
import { unpublish } from './unpublish.ts'
import { update } from './update.ts'

/** The difference of two long pages would hide the other failures. */
const WHY_CHARACTERS_MAX = 600

const checks: Check[] = [
  ...authentication,
  ...create,
  ...refusedJob,
  ...update,
  ...unpublish,
  ...link,
  ...candidates,
  ...page,
]

export interface Conformance {
  checked: number
  /** One sentence for each guarantee that does not hold. */
  failures: string[]
}

/** Checks over HTTP that a service answers as all must; of the one that validates nothing, what is left then. */
export async function checkConformance(board: Board, { isBare }: { isBare: boolean }): Promise<Conformance> {
  const due = checks.filter(({ isForBare = false }) => isForBare || !isBare)
  const failures: string[] = []
  for (const { does, check } of due) {
    try {
      await check(board)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      failures.push(`It does not hold that it ${does}: ${why.slice(0, WHY_CHARACTERS_MAX)}`)
    }
  }
  return { checked: due.length, failures }
}
