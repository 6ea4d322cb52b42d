import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { parts } from '../parts.ts'
import { createBackOfficeProcedures } from '../router/back-office.ts'
import { backOfficeCases } from './back-office-cases.ts'

/** Lists the procedures of a router under the names that they have in addresses. */
const flat = ({ _def }: AnyRouter) => Object.entries<AnyProcedure>(_def.procedures)

/** The procedures of the back office, with what the table says of them. */
export const procedures = flat(createBackOfficeProcedures(parts)).map(([name, { _def }]) => {
  const isQuery = _def.type === 'query'
  return { name, isQuery, ...new Map(Object.entries(backOfficeCases)).get(name) }
})
export type Procedure = (typeof procedures)[number]

interface Sender {
  /** The address of the server. */
  url: string
  cookie?: string | undefined
  /** The origin of the page, as the browser states it. Undefined if it states none. */
  origin?: string | undefined
}

/** Sends one call as a browser does. Returns its name, the status, the code of its error, and the text of its answer. */
export async function callProcedure({ name, isQuery }: Procedure, input: unknown, { url, cookie, origin }: Sender) {
  const sent = JSON.stringify(input)
  const query = isQuery && sent !== undefined ? `?input=${encodeURIComponent(sent)}` : ''
  const answer = await fetch(`${url}/trpc/${name}${query}`, {
    method: isQuery ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(cookie !== undefined && { cookie }),
      ...(origin !== undefined && { origin }),
    },
    ...(!isQuery && sent !== undefined && { body: sent }),
  })
  const text = await answer.text()
  const code: string | undefined = JSON.parse(text).error?.data.code
  return { name, status: answer.status, code, text }
}
