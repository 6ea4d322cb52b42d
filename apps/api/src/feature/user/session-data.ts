import { createHash } from 'node:crypto'

/* What is known of a session: its age, its name, and the browser that it is in. */

const HOUR_MS = 60 * 60 * 1000
/** A session ends after this time without a request. */
export const IDLE_MS_MAX = 12 * HOUR_MS
/** A session ends after this time, even if it is in use. */
const AGE_MS_MAX = 7 * 24 * HOUR_MS

/** Whether a session has expired at `nowMs`, although its row may still exist. */
export const hasExpired = ({ startedAtMs, seenAtMs }: { startedAtMs: number; seenAtMs: number }, nowMs: number) =>
  nowMs - startedAtMs >= AGE_MS_MAX || nowMs - seenAtMs >= IDLE_MS_MAX

/** Hashes a session's id, as the database stores it. */
export const hashSessionId = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')

/** The name of a session in the list of its user. It is a hash of the stored hash, so it reveals neither hash nor id. */
export const nameStoredSession = (hash: string) =>
  createHash('sha256').update(`name ${hash}`).digest('hex').slice(0, 20)
export const nameSession = (sessionId: string) => nameStoredSession(hashSessionId(sessionId))

/** The name and the system of a browser, for people. Null: unknown. */
export interface Browser {
  name: string | null
  system: string | null
}

/** The first match counts, because browsers repeat the names of others in their header. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (patterns: typeof NAMES, header: string) => patterns.find(([pattern]) => pattern.test(header))?.[1] ?? null

/** Recognises the browser by its `User-Agent` header. Only names of these lists are kept, and no part of the header. */
export const recogniseBrowser = (header = ''): Browser => ({
  name: find(NAMES, header),
  system: find(SYSTEMS, header),
})
