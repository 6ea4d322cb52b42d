import { createHash, randomBytes } from 'node:crypto'
import { runOperatorCommand } from '@boardwalk/test-server/operator-command'
import type { Db } from 'mongodb'
import type { ServiceName } from './name.ts'
import type { ServiceDatabase } from './service.ts'

const scopes = ['read', 'write'] as const
type Scope = (typeof scopes)[number]

/** A company of a service, with functions that make its keys. */
export interface Company {
  id: string
  slug: string
  name: string
  createKey(scopes: readonly Scope[]): Promise<string>
  createRevokedKey(): Promise<string>
}

/** Creates a company: by the operator's commands at Boardwalk, in the database of a peer. */
export function createCompany(
  service: ServiceName,
  database: ServiceDatabase,
  db: Db,
  employer: { name: string; slug: string },
): Promise<Company> {
  return service === 'boardwalk' ? createAtBoardwalk(database, employer) : createAtPeer(db, employer)
}

async function createAtBoardwalk(
  { uri, name: database }: ServiceDatabase,
  { name, slug }: { name: string; slug: string },
): Promise<Company> {
  const admin = <Result>(...command: string[]) =>
    runOperatorCommand<Result>({ MONGODB_URI: uri, MONGODB_DATABASE: database }, ...command)
  const createKey = (of: readonly Scope[]) =>
    admin<{ id: string; key: string }>('key', 'create', '--company', slug, '--name', 'bench', '--scopes', of.join(','))
  const { id } = await admin<{ id: string }>('company', 'create', '--name', name, '--slug', slug)
  return {
    id,
    slug,
    name,
    createKey: async (of) => (await createKey(of)).key,
    async createRevokedKey() {
      const made = await createKey(scopes)
      await admin('key', 'revoke', '--id', made.id)
      return made.key
    },
  }
}

interface ApiKeyDocument {
  /** SHA-256 of the key. */
  _id: string
  companyId: string
  companySlug: string
  scopes: readonly Scope[]
  revokedAt: Date | null
}

async function createAtPeer(db: Db, { name, slug }: { name: string; slug: string }): Promise<Company> {
  const id = `cmp_${slug}`
  await db.collection<{ _id: string; slug: string; name: string }>('companies').insertOne({ _id: id, slug, name })
  const insertKey = async (of: readonly Scope[], revokedAt: Date | null) => {
    const key = `bwk_${randomBytes(16).toString('hex')}`
    await db.collection<ApiKeyDocument>('apiKeys').insertOne({
      _id: createHash('sha256').update(key).digest('hex'),
      companyId: id,
      companySlug: slug,
      scopes: of,
      revokedAt,
    })
    return key
  }
  return {
    id,
    slug,
    name,
    createKey: (of) => insertKey(of, null),
    createRevokedKey: () => insertKey(scopes, new Date()),
  }
}
