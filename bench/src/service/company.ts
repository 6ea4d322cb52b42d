import { createHash, randomBytes } from 'node:crypto'
import { runOperatorCommand } from '@boardwalk/test-server/server-process'
import type { Service } from './service.ts'

const bothScopes = ['read', 'write'] as const
type Scope = (typeof bothScopes)[number]

/** A company of a service, with functions that make its keys. */
export interface Company {
  id: string
  slug: string
  createKey(scopes?: readonly Scope[]): Promise<string>
  createRevokedKey(): Promise<string>
}

/** Creates a company: by the operator's commands at Boardwalk, in the database of a peer. */
export const createCompany = (service: Service, slug: string): Promise<Company> =>
  service.name === 'boardwalk' ? createAtBoardwalk(service, slug) : createAtPeer(service, slug)

async function createAtBoardwalk({ place }: Service, slug: string): Promise<Company> {
  const settings = { MONGODB_URI: place.uri, MONGODB_DATABASE: place.name }
  const admin = <Result>(...command: string[]) => runOperatorCommand<Result>(settings, ...command)
  const create = (scopes: readonly Scope[]) =>
    admin<{ id: string; key: string }>(
      'key',
      'create',
      '--company',
      slug,
      '--name',
      'bench',
      '--scopes',
      scopes.join(','),
    )
  const { id } = await admin<{ id: string }>('company', 'create', '--name', slug, '--slug', slug)
  return {
    id,
    slug,
    createKey: async (scopes = bothScopes) => (await create(scopes)).key,
    async createRevokedKey() {
      const made = await create(bothScopes)
      await admin('key', 'revoke', '--id', made.id)
      return made.key
    },
  }
}

async function createAtPeer({ place: { db } }: Service, slug: string): Promise<Company> {
  const id = `cmp_${slug}`
  await db.collection<{ _id: string; [member: string]: unknown }>('companies').insertOne({
    _id: id,
    slug,
    name: slug,
  })
  const insertKey = async (scopes: readonly Scope[], revokedAt: Date | null) => {
    const key = makeKey()
    await db.collection<{ _id: string; [member: string]: unknown }>('apiKeys').insertOne({
      _id: hashKey(key),
      companyId: id,
      companySlug: slug,
      scopes,
      revokedAt,
    })
    return key
  }
  return {
    id,
    slug,
    createKey: (scopes = bothScopes) => insertKey(scopes, null),
    createRevokedKey: () => insertKey(bothScopes, new Date()),
  }
}

export const makeKey = (): string => `bwk_${randomBytes(16).toString('hex')}`
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
