import { Scope } from '@boardwalk/schema/api-key'
import { type InferSchemaType, Schema } from 'mongoose'
import { date, defineCollection, list, oneOf, optional, text } from '../db/collection.ts'

/** A key of one company, without the secret. */
const apiKey = Schema.create({
  /** SHA-256 of the key. */
  _id: text,
  /** Identifies the key in logs and in the API. It has no part of the secret. */
  keyId: text,
  companyId: text,
  name: text,
  scopes: list(oneOf(Scope.options)),
  /** The part of the key before the `_`, and its last four characters, so that a person can tell keys apart. */
  prefix: text,
  last4: text,
  /** A user's address, or `operator`. */
  createdBy: text,
  createdAt: date,
  lastUsedAt: optional(date),
  /** When the key last sent jobs, also jobs that were not changed. A refused call does not count. */
  lastPushAt: optional(date),
  /** When the key last fetched candidates. A refused call does not count. */
  lastPollAt: optional(date),
  /** When the key was revoked. A process refuses a key that has this without comparing it with the clock, which may be behind. */
  revokedAt: optional(date),
  /** The instant from which every process refuses the key. */
  revokesAt: optional(date),
  /** The id of the key that this one replaces. */
  replaces: optional(text),
  /** The id of the key that replaces this one. */
  replacedBy: optional(text),
})
  // The list of a company's keys.
  .index({ companyId: 1 })
  // One key by its id.
  .index({ keyId: 1 })
export type ApiKeyDocument = InferSchemaType<typeof apiKey>

export const openKeys = defineCollection('apiKeys', { companyIn: 'companyId' }, apiKey)
