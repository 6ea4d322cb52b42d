import { randomUUID } from 'node:crypto'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { BackOfficeRouter } from '../router/back-office.ts'
import type { TestCompany } from './harness.ts'

/** Opens the back office as a browser does, with one cookie and the Origin of a page; `initialCookie` is there already. */
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

/** The secret of a one-time link. */
export const secretOf = ({ link }: { link: string }) => new URL(link).hash.slice(1)

/** Invites a new administrator of a company, who chooses the password and so is signed in. */
export async function signedInAdministrator(
  server: { url: string },
  company: TestCompany,
  email = `${randomUUID()}@example.com`,
) {
  const link = await company.invite(email)
  const backOffice = openBackOffice(server.url)
  await backOffice.client.session.setPassword.mutate({ link: secretOf({ link }), password })
  return Object.assign(backOffice, { email })
}
