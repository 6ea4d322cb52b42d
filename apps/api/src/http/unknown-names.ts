import type { Issue } from '@boardwalk/schema/error'
import { findNearest } from '@boardwalk/schema/wording'

/** Somebody who sends more names than this has made no typing error. */
const LOOKED_AT_MAX = 100

interface Known {
  /** The names that belong here. */
  names: readonly string[]
  /** What the names are of: the address or the body. */
  place: 'address' | 'body'
  /** The names that belong into the other place. */
  elsewhere: readonly string[]
  /** Refuses every unknown name. Without it, only one that resembles a name that belongs here is refused. */
  isStrict: boolean
}

const kinds = { address: 'parameter of the address', body: 'member of the body' }

/** Finds the names of a request that its operation does not have, so that a misspelt name is not passed over in silence. */
export function findUnknownNames(sent: Iterable<string>, { names, place, elsewhere, isStrict }: Known): Issue[] {
  const issues: Issue[] = []
  let lookedAt = 0
  for (const name of sent) {
    if (names.includes(name)) continue
    if (++lookedAt > LOOKED_AT_MAX) break
    const meant = findNearest(name, names)
    if (meant === undefined && !isStrict) continue
    issues.push({ path: name, message: `${JSON.stringify(name)} ${describeUnknown(name, meant)}` })
  }
  return issues

  function describeUnknown(name: string, meant: string | undefined): string {
    if (meant !== undefined) return `is not a ${kinds[place]}; did you mean ${JSON.stringify(meant)}?`
    if (elsewhere.includes(name))
      return `belongs into the ${place === 'body' ? 'address' : 'body'}, not into the ${place}`
    const known = names.length === 0 ? 'none' : names.join(', ')
    return `is not a ${kinds[place]}, which has ${known}`
  }
}
