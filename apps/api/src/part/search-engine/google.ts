import { findMarkupProblems } from '@boardwalk/core/job/warn'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { callEngine, type Reply, type SearchEngine, type Send } from './engine.ts'
import type { ServiceAccount } from './service-account.ts'

/*
 * Google's Indexing API (https://developers.google.com/search/apis/indexing-api/v3/quickstart), which is for pages with JobPosting. A
 * service account, an owner of the site in Search Console, gets a token for an hour with a JWT that its key signs.
 */

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token'
const PUBLISH_ADDRESS = 'https://indexing.googleapis.com/v3/urlNotifications:publish'
const SCOPE = 'https://www.googleapis.com/auth/indexing'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Google's quota for a project that has asked for no other. It counts calls from midnight to midnight of Pacific time. */
const CALLS_A_DAY_MAX = 200
const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })

/** A token is replaced this long before it ends. */
const TOKEN_MARGIN_MS = 60_000

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })

export function createGoogle(account: ServiceAccount, now: () => number, send: Send): SearchEngine {
  let token: { text: string; endsMs: number } | undefined

  /** Gets a token, or the reply that says why there is none. */
  async function getToken(): Promise<string | Reply> {
    if (token !== undefined && now() < token.endsMs) return token.text
    const nowMs = now()
    const seconds = Math.floor(nowMs / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.email)
      .setAudience(TOKEN_ADDRESS)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(account.key)
    const body = new URLSearchParams({ grant_type: GRANT_TYPE, assertion }).toString()
    const contentType = 'application/x-www-form-urlencoded'
    const { outcome, reason, retryAfter, text } = await callEngine(send, TOKEN_ADDRESS, { contentType, body })
    // Google answers 400 if it does not know the account or its key.
    if (outcome === 'refused') return { outcome: 'forbidden', reason }
    if (outcome !== 'told') return { outcome, reason, retryAfter }
    const read = readToken(text)
    if (read === undefined) return { outcome: 'postponed', reason: 'the answer to the request for a token has none' }
    token = { text: read.access_token, endsMs: nowMs + read.expires_in * 1000 - TOKEN_MARGIN_MS }
    return token.text
  }

  return {
    name: 'google',
    setting: 'GOOGLE_INDEXING_CREDENTIALS',
    pagesMax: 1,
    callsADayMax: CALLS_A_DAY_MAX,
    findDay: (nowMs) => pacificDay.format(nowMs),
    wants: (fields) => findMarkupProblems(fields).length === 0,
    async tell([page]) {
      const found = await getToken()
      if (typeof found !== 'string') return found
      const body = JSON.stringify({ url: page.url, type: page.isWithdrawn ? 'URL_DELETED' : 'URL_UPDATED' })
      const reply = await callEngine(send, PUBLISH_ADDRESS, { contentType: 'application/json', body, token: found })
      // Google may have ended the token early.
      if (reply.status === 401) token = undefined
      return reply
    },
  }
}

function readToken(text: string): z.infer<typeof Token> | undefined {
  try {
    return Token.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
