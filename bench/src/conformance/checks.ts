import type { Db } from 'mongodb'
import { seedBoard } from '../service/board.ts'
import type { ServiceName } from '../service/name.ts'
import { type ServiceDatabase, startService } from '../service/service.ts'
import { authentication } from './authentication.ts'
import type { Board, Check } from './board.ts'
import { candidates } from './candidates.ts'
import { create } from './create.ts'
import { link } from './link.ts'
import { page } from './page.ts'
import { refusedJob } from './refused-job.ts'
import { unpublish } from './unpublish.ts'
import { update } from './update.ts'

/** A difference of two long pages would hide the other failures. */
const REASON_CHARACTERS_MAX = 600

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

/** Starts a service over an empty database and checks over HTTP that it keeps the contract. */
export async function checkService(
  name: ServiceName,
  { database, db }: { database: ServiceDatabase; db: Db },
  folder: string,
): Promise<Conformance> {
  const service = await startService(name, database, folder)
  try {
    return await checkBoard(await seedBoard(service, database, db))
  } finally {
    await service.stop()
  }
}

async function checkBoard(board: Board): Promise<Conformance> {
  const failures: string[] = []
  for (const { does, check } of checks) {
    try {
      await check(board)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      failures.push(`It does not hold that it ${does}: ${reason.slice(0, REASON_CHARACTERS_MAX)}`)
    }
  }
  return { checked: checks.length, failures }
}
