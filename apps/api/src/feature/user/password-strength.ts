import { getCompany } from '@boardwalk/core/company/service'
import { AppError } from '@boardwalk/core/error'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Deps } from '../../deps.ts'
import type { StoredUser } from './store.ts'

/* Refuses passwords that a program guesses soon. Their length is checked by the schema. */

/** From 0 to 4. Zxcvbn calls 3 "safely unguessable": a program needs over 100 million tries. */
const SCORE_MIN = 3
/** The time of a check grows with the square of the length: 100 characters take some 60 ms at most. */
const CHARACTERS_CHECKED = 100
/** A shorter word is in many passwords by chance. */
const OWN_WORD_CHARACTERS_MIN = 3

const REPEATS: readonly unknown[] = ['simpleRepeat', 'extendedRepeat']

let loading: Promise<ZxcvbnFactory> | undefined

/** Loads the list of common passwords, which takes some 20 MB of memory, when a password is checked for the first time. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: CHARACTERS_CHECKED })
}

/**
 * Checks that a new password is hard to guess. The user's address and the names of the company and the board count for nothing in it. Throws
 * `password_common`, `password_repeated` and `password_personal`.
 */
export async function requireStrongPassword(
  deps: Deps,
  { email, companyId }: Pick<StoredUser, 'email' | 'companyId'>,
  password: string,
): Promise<void> {
  loading ??= loadEstimator()
  const estimator = await loading
  const { score, feedback } = estimator.check(password)
  if (score < SCORE_MIN)
    throw new AppError(REPEATS.includes(feedback.warning) ? 'password_repeated' : 'password_common')
  const { name } = await getCompany(deps, companyId)
  const rest = removeWords(password, [email, name, deps.settings.board.name ?? ''])
  if (rest !== password && estimator.check(rest).score < SCORE_MIN) throw new AppError('password_personal')
}

/** Removes texts and each of their words from a password, in any case. */
function removeWords(password: string, texts: string[]): string {
  const words = texts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter(({ length }) => length >= OWN_WORD_CHARACTERS_MIN)
  return words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
}
