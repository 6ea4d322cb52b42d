import type { Scope } from '@boardwalk/schema/api-key'
import type { Boardwalk } from '@boardwalk/sdk'

/** What a client's key may do, by asking for each without changing anything. Throws where the key is refused altogether. */
export async function findScopes(boardwalk: Boardwalk): Promise<Scope[]> {
  const scopes: Scope[] = []
  if (await isAllowed(boardwalk.jobs.list({ pageSize: 1 }))) scopes.push('read')
  // No link at all: the right is asked for, and there is nothing to do.
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
