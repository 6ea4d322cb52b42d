import type { FastifyRequest } from 'fastify'
import { type Actor, authenticate } from '../native/authentication.ts'
import type { Collections, Scope } from '../native/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}

/** An `onRequest` hook: who calls is known before the body is read. */
export const withKey = (collections: Collections, scope: Scope) => async (request: FastifyRequest) => {
  request.actor = await authenticate(collections, request.headers['x-api-key'], scope)
}
