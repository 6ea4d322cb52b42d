import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { checkConformance } from './conformance/checks.ts'
import { seedBoard } from './service/board.ts'
import { serviceNameOf } from './service/name.ts'
import { startService } from './service/service.ts'

const usage = 'MONGODB_URI=mongodb://… node bench/dist/conformance.js boardwalk|express|fastify|trpc|bare'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Starts one service over a database of its own and says which of the guarantees do not hold. */
async function main(): Promise<void> {
  const { MONGODB_URI: uri } = process.env
  const [, , asked] = process.argv
  if (uri === undefined || asked === undefined) throw new Error(usage)
  const name = serviceNameOf(asked)
  const database = { uri, name: `bench_${randomUUID().slice(0, 8)}` }
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'))
  const client = new MongoClient(uri)
  const db = client.db(database.name)
  try {
    const service = await startService(name, database, folder)
    try {
      const board = await seedBoard(service, database, db)
      const { checked, failures } = await checkConformance(board, { isBare: name === 'bare' })
      for (const failure of failures) say(failure)
      say(`${name}: ${checked - failures.length} of ${checked} hold`)
      if (failures.length > 0) process.exitCode = 1
    } finally {
      await service.stop()
    }
  } finally {
    await db.dropDatabase()
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
