import { checks, openBoard, runChecks, writeOutcomes } from '@boardwalk/contract/checks'
import { type Closers, closeAll } from './closers.ts'
import { makeApplication, storeApplications } from './service/applications.ts'
import { createCompany } from './service/company.ts'
import { copyJob, createJob } from './service/jobs.ts'
import { type ServiceName, startService } from './service/service.ts'
import type { Stage } from './stage.ts'

const APPLICATIONS = 120
const BOARD_JOBS = 12
const HOUR_MS = 60 * 60 * 1_000

/** Decisions of Boardwalk that the peers do not claim. They change nothing of the work that is measured. */
const unclaimed =
  /with 405,|with 415|any name of UTF-8|Latin-1|present external id of a job|nested over 32 deep|asks whether BAC \+5 is meant/

/** Starts each service over an empty database, and checks over HTTP that it keeps the contract. Prints what is broken. */
export async function checkServices(stage: Stage, names: ServiceName[]): Promise<boolean> {
  let areKept = true
  for (const name of names) {
    const closers: Closers = []
    try {
      const service = await startService(name, stage, stage.newPlace(`${name}_checked`), closers)
      const { db } = service.place
      const [company, other] = [await createCompany(service, 'atlas'), await createCompany(service, 'rif')]
      const key = await company.createKey()
      const { jobId } = await createJob(service.url, key, { id: 'popular', title: 'Popular' })
      const lastMs = Date.now() - HOUR_MS
      const applications = Array.from({ length: APPLICATIONS }, (_, index) =>
        makeApplication(company.id, jobId, index, new Date(lastMs - (APPLICATIONS - 1 - index) * HOUR_MS)),
      )
      await storeApplications(db, company.id, applications)
      const board = await openBoard({
        url: `${service.url}/api`,
        key,
        readKey: await company.createKey(['read']),
        writeKey: await company.createKey(['write']),
        revokedKey: await company.createRevokedKey(),
        otherKey: await other.createKey(),
        boardJobs: await copyJob(db, jobId, BOARD_JOBS),
        candidatesOf: 'popular',
      })
      const claimed = checks.filter(({ does }) => name === 'boardwalk' || !unclaimed.test(does))
      const outcomes = await runChecks(claimed, board)
      const broken = outcomes.filter(({ verdict }) => verdict === 'broken')
      const lines = writeOutcomes(outcomes).split('\n')
      process.stdout.write(`${name}: ${lines.at(-1)} ${checks.length - claimed.length} not claimed.\n`)
      if (broken.length > 0) process.stdout.write(`${writeOutcomes(broken)}\n`)
      areKept &&= broken.length === 0
    } finally {
      await closeAll(closers)
    }
  }
  return areKept
}
