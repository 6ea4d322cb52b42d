import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Scope } from '@boardwalk/schema/api-key'
import { type OperationName, operationList } from '@boardwalk/schema/operations'
import type { Company } from '../company/service.ts'
import { isOnPath, splitUrl } from '../http/endpoint.ts'
import { withRequest } from '../http/request-log.ts'
import { createRest } from '../http/rest.ts'
import { createSecurityHeaders } from '../http/security-headers.ts'
import { createHttpServer, refuseManyHosts, TIME_LIMITS } from '../http/server.ts'
import { hashKey } from '../key/service.ts'
import { integrationRouter } from '../router/integration.ts'
import { type BoardOptions, type CompanyRows, createBoardDeps } from './board-deps.ts'
import { type BoardCompany, createBoardCompany } from './company.ts'
import { createPages, findPage } from './pages.ts'

/** An operation of the API, or a page. */
type BoardOperation = OperationName | 'apply' | 'cvLink'

interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
}

const endpoints = operationList.map(({ name, method, path }) => ({ name, method, ...splitUrl(`/api${path}`) }))

function findOperation({ method: sent, path }: SentRequest): BoardOperation | undefined {
  const method = sent === 'HEAD' ? 'GET' : sent
  const address = splitUrl(path)
  const endpoint = endpoints.find((each) => each.method === method && isOnPath(each, address))
  return endpoint?.name ?? findPage(method, `/${address.parts.join('/')}`)?.operation
}

/** A Boardwalk in memory: the server's own transport and rules, as @boardwalk/sandbox publishes them. */
export interface Board {
  /** Answers the integration API, the form of a job and links to CVs. */
  handle: (req: IncomingMessage, res: ServerResponse) => void
  /** Says what a request asks for, and the slug of the company whose key it has. */
  identify(request: SentRequest): Promise<{ operation: BoardOperation | undefined; company: string | undefined }>
  /** Adds a company with one key. */
  addCompany(options: { name?: string | undefined; scopes: Scope[] }): BoardCompany
}

/** Creates the server's own HTTP server. It lets a connection be silent for ever, because a test may ask for an answer that never comes. */
export const createBoardServer = (): Server => createHttpServer({ ...TIME_LIMITS, silenceMs: 0 })

export function createBoard(options: BoardOptions): Board {
  const rows: CompanyRows = { companies: new Map(), keys: new Map() }
  const { companies, keys } = rows
  const deps = createBoardDeps(options, rows)
  const pages = createPages(deps, options.readDocument)
  const rest = createRest(integrationRouter, '/api', deps, leaveUncompressed)
  const { ofAll } = createSecurityHeaders({ isHttps: false })

  return {
    handle: withRequest(deps, (req, res) => {
      for (const [name, value] of ofAll) res.setHeader(name, value)
      if (refuseManyHosts(req, res)) return
      void rest(req, res, () => void pages(req, res))
    }),

    async identify(request) {
      const key = await deps.apiKeys.findByHash(hashKey(request.headers['x-api-key']?.trim() ?? ''))
      const company = key && companies.get(key.companyId)?.slug
      return { operation: findOperation(request), company }
    },

    addCompany({ name, scopes }) {
      const company = makeCompany(companies.size + 1, name)
      companies.set(company.id, company)
      const secret = `bwk_${makeText(32, companies.size)}`
      const id = `key_${makeText(20, companies.size)}`
      keys.set(id, {
        id,
        hash: hashKey(secret),
        companyId: company.id,
        name: 'test',
        scopes,
        prefix: 'bwk',
        last4: secret.slice(-4),
        createdBy: 'operator',
        createdAt: new Date(options.now()),
        lastUsedAt: null,
        lastPushAt: null,
        lastPollAt: null,
        revokedAt: null,
        revokesAt: null,
        replaces: null,
      })
      return createBoardCompany(deps, company, { id, key: secret })
    },
  }
}

/** Sets the headers of an answer that may be compressed, and does not compress it, as the server for a client that reads no compression. */
function leaveUncompressed(_req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('cache-control', 'no-store')
  res.setHeader('vary', 'Accept-Encoding')
}

/** Makes the board's company of a number, from 1. It is the same in every sandbox. */
function makeCompany(number: number, name?: string): Company {
  const [first, slug] = ['Test Company', 'test-company']
  return {
    id: `cmp_${makeText(20, number)}`,
    name: name ?? (number === 1 ? first : `${first} ${number}`),
    slug: number === 1 ? slug : `${slug}-${number}`,
    locale: 'fr',
    description: null,
    website: null,
    privacy: null,
    currency: null,
    contactEmail: null,
    suspendedAt: null,
  }
}

/** Makes the random part of an id or a key, which tells companies apart and looks made up. */
const makeText = (length: number, number: number) => (number === 1 ? '' : String(number)).padStart(length, 'test')
