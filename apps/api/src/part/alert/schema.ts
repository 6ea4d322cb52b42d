import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import { date, defineCollection, list, nullable, oneOf, optional, text, typed } from '@boardwalk/core/db/collection'
import type { JobFilterName } from '@boardwalk/core/job/filters'
import { Locale } from '@boardwalk/schema/company'
import { type InferSchemaType, Schema } from 'mongoose'

/** A search without the filters that it does not use. */
type StoredSearch = Pick<SearchQuery, 'words'> & { [Name in JobFilterName]?: string }

/** A person who wants the new jobs of a search by mail. The row is deleted when the person ends the alert. */
const alert = Schema.create({
  _id: text,
  /** Null: the jobs of all companies. */
  companyId: nullable(text),
  email: text,
  locale: oneOf(Locale.options),
  search: typed<StoredSearch>(Map),
  /** The path and the query of the list that shows the jobs of the search. */
  page: text,
  /** The person knows the jobs that were published up to this instant: from a mail, or from the list with the form. */
  through: date,
  /** When the next mail is due. Absent until the person has confirmed the address. */
  dueAt: optional(date),
  /** When the person confirmed the address. */
  confirmedAt: optional(date),
  /** When the row is deleted, because the person has not confirmed. */
  expiresAt: optional(date),
  /** SHA-256 of the secrets in the links of the last mails, in hexadecimal, newest last. */
  secretHashes: list(text),
})
  // The alert of a link in a mail.
  .index({ secretHashes: 1 })
  // The alerts whose mail is due.
  .index({ dueAt: 1 }, { sparse: true })
  // The database deletes an alert that was not confirmed in time.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
export type AlertDocument = InferSchemaType<typeof alert>

export const openAlerts = defineCollection('alerts', { companyIn: 'companyId' }, alert)
