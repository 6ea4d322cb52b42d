import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { withClosers } from './closers.ts'
import { conformanceOf } from './conformance/of-service.ts'
import { serviceNameOf } from './service/name.ts'

const usage = 'MONGODB_URI=mongodb://… node bench/dist/conformance.js boardwalk|express|fastify|trpc|bare'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Says which of the guarantees one service does not hold. */
async function main(): Promise<void> {
  const { MONGODB_URI: uri } = process.env
  const [, , asked] = process.argv
  if (uri === undefined || asked === undefined) throw new Error(usage)
  const name = serviceNameOf(asked)
  const { checked, failures } = await withClosers(async (closers) => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'))
    closers.add(() => rm(folder, { recursive: true, force: true }))
    const client = await MongoClient.connect(uri)
    closers.add(() => client.close())
    return conformanceOf(name, { uri, client }, `bench_${randomUUID().slice(0, 8)}`, folder)
  })
  for (const failure of failures) say(failure)
  say(`${name}: ${checked - failures.length} of ${checked} guarantees hold`)
  if (failures.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
