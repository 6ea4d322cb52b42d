import type { Scope } from '@boardwalk/schema/api-key'
import type { Boardwalk } from '@boardwalk/sdk'

/** Finds the scopes of a client's key with two calls that change nothing. Throws if the board refuses the key itself. */
export async function findScopes(boardwalk: Boardwalk): Promise<Scope[]> {
  const scopes: Scope[] = []
  if (await isAllowed(boardwalk.jobs.list({ pageSize: 1 }))) scopes.push('read')
  // An empty list of links: the board checks the scope and changes nothing.
  if (await isAllowed(boardwalk.jobs.link([]))) scopes.push('write')
  return scopes
}

async function isAllowed(request: PromiseLike<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'scope_missing') return false
    throw error
  }
}
