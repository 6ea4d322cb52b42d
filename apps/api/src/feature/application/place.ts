import { randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/** A change of an application that has no place in the company's order yet. `token` is in its row until it has one. */
export interface UnplacedChange {
  id: string
  token: string
}

/** Makes the token of a change. */
export const newChangeToken = (): string => randomBytes(9).toString('base64url')

/** Gives changes that were just made their places. */
export async function placeChanges(_deps: Deps, _companyId: string, _changes: UnplacedChange[]): Promise<void> {}
