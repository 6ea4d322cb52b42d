import { randomUUID } from 'node:crypto'
import { type ErrorCode, errorCatalogue } from '@boardwalk/schema/error'
import { createTRPCClient, httpLink } from '@trpc/client'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { BackOfficeRouter } from '../router/back-office.ts'
import type { TestCompany } from './harness.ts'

/** Opens the back office as a browser does, with one cookie and the Origin of a page. `initialCookie` is the first cookie. */
export function openBackOffice(url: string, origin = url, initialCookie?: string) {
  let cookie = initialCookie
  const client = createTRPCClient<BackOfficeRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        methodOverride: 'POST',
        async fetch(input, init) {
          const headers = { ...init?.headers, origin, ...(cookie !== undefined && { cookie }) }
          const answer = await fetch(input, { ...init, headers })
          cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
          return answer
        },
      }),
    ],
  })
  return {
    client,
    get cookie() {
      return cookie
    },
  }
}

export const password = 'correct horse battery staple'

/** Reads the secret of a one-time link. Fails if the link was sent by mail instead. */
export function readLinkSecret(made: { link: string } | { sentTo: string }): string {
  if (!('link' in made)) throw new Error(`the link was sent to ${made.sentTo}`)
  return new URL(made.link).hash.slice(1)
}

/** Invites a new user of a company, who chooses a password and is then signed in. */
export async function signedInUser(
  server: { url: string },
  company: TestCompany,
  email = `${randomUUID()}@example.com`,
) {
  const link = await company.invite(email)
  const backOffice = openBackOffice(server.url)
  await backOffice.client.session.setPassword.mutate({ link: readLinkSecret({ link }), password })
  return Object.assign(backOffice, { email })
}

type Client = ReturnType<typeof openBackOffice>['client']

/** The code that an authenticator app with this key shows at a moment. */
export const readCode = (key: string, atMs = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: atMs })

/** Begins to turn the second factor of a signed-in user on. Returns the code that confirms it. */
export async function enrolSecondFactor(client: Client, nowMs = Date.now()) {
  const { key, address } = await client.account.enrolSecondFactor.mutate({ password })
  return { key, address, code: readCode(key, nowMs) }
}

/** Turns the second factor of a signed-in user on. The code of this moment is used up by it. */
export async function turnOnSecondFactor(client: Client, nowMs = Date.now()) {
  const { key, code } = await enrolSecondFactor(client, nowMs)
  const { recoveryCodes } = await client.account.turnOnSecondFactor.mutate({ code })
  const [recoveryCode = ''] = recoveryCodes
  return { key, recoveryCodes, recoveryCode }
}

/** What the client of the back office rejects with, if a procedure refuses with this error of the catalogue. */
export const refusal = (code: ErrorCode) => ({
  data: expect.objectContaining({ code, httpStatus: errorCatalogue[code].status }),
})
