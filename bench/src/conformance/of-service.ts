import type { Database } from '../database/database.ts'
import { seedBoard } from '../service/board.ts'
import type { ServiceName } from '../service/name.ts'
import { startService } from '../service/service.ts'
import { type Conformance, checkConformance } from './checks.ts'

/** Starts a service over a database of its own and says which of the guarantees do not hold. */
export async function conformanceOf(
  name: ServiceName,
  { uri, client }: Pick<Database, 'uri' | 'client'>,
  databaseName: string,
  folder: string,
): Promise<Conformance> {
  const database = { uri, name: databaseName }
  const db = client.db(databaseName)
  const service = await startService(name, database, folder)
  try {
    return await checkConformance(await seedBoard(service, database, db), { isBare: name === 'bare' })
  } finally {
    await service.stop()
    await db.dropDatabase()
  }
}
