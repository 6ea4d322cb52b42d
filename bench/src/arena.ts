import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Closers } from './closers.ts'
import { conformanceOf } from './conformance/of-service.ts'
import { type Database, openDatabase } from './database/database.ts'
import { type Generator, startGenerator } from './load/generator.ts'
import type { Options } from './options.ts'
import type { Results } from './result.ts'
import { type Contender, startContender } from './service/contender.ts'
import type { ServiceName } from './service/name.ts'

/** All that runs while it is measured: one database server, the load generator, and the services, each in a database of its own. */
export interface Arena {
  database: Database
  generator: Generator
  folder: string
  contenders: Contender[]
  conformance: Results['conformance']
}

/** Throws where a service does not answer as all must: what it does would not be the same work. */
export async function openArena(
  { rung, services }: Pick<Options, 'rung' | 'services'>,
  closers: Closers,
  say: (line: string) => void,
): Promise<Arena> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'))
  closers.add(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase(folder, rung)
  closers.add(() => database.stop())
  const generator = startGenerator()
  closers.add(() => generator.stop())
  const run = `bench_${randomUUID().slice(0, 8)}`
  const conformance: Results['conformance'] = {}
  for (const name of services) {
    const found = await conformanceOf(name, database, `${run}_${name}_checked`, folder)
    conformance[name] = found
    say(`${name}: ${found.checked - found.failures.length} of ${found.checked} guarantees hold`)
    if (found.failures.length > 0) throw new Error(found.failures.join('\n'))
  }
  const contenders: Contender[] = []
  for (const name of services) contenders.push(await enter(name, `${run}_${name}`, { database, folder }, closers))
  say(`Each has 120,000 applications in ${database.label}`)
  return { database, generator, folder, contenders, conformance }
}

async function enter(
  name: ServiceName,
  databaseName: string,
  { database, folder }: Pick<Arena, 'database' | 'folder'>,
  closers: Closers,
): Promise<Contender> {
  const db = database.client.db(databaseName)
  closers.add(() => db.dropDatabase())
  const contender = await startContender(name, { uri: database.uri, name: databaseName }, db, folder)
  closers.add(() => contender.service.stop())
  return contender
}
