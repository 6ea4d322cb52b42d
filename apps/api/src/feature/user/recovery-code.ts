import { createHash } from 'node:crypto'
import { randomText } from '../../random.ts'

const CODES = 10
/** Letters and digits that nobody confuses. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_CHARACTERS = 4

/** Makes the recovery codes of an account. Each has 79 random bits, so a fast hash is enough. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () =>
    Array.from({ length: GROUPS }, () => randomText(ALPHABET, GROUP_CHARACTERS)).join('-'),
  )

/** Hashes a recovery code with SHA-256, however it was typed. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('hex')
