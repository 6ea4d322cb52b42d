import type { Db } from 'mongodb'
import { seedBoard } from '../service/board.ts'
import type { ServiceName } from '../service/name.ts'
import { type ServiceDatabase, startService } from '../service/service.ts'
import { type Conformance, checkConformance } from './checks.ts'

/** Starts a service over an empty database and says which of the guarantees do not hold. */
export async function conformanceOf(
  name: ServiceName,
  { database, db }: { database: ServiceDatabase; db: Db },
  folder: string,
): Promise<Conformance> {
  const service = await startService(name, database, folder)
  try {
    return await checkConformance(await seedBoard(service, database, db), { isBare: name === 'bare' })
  } finally {
    await service.stop()
  }
}
