import { Locale } from '@boardwalk/schema/company'
import { type InferSchemaType, Schema } from 'mongoose'
import { date, defineCollection, list, nullable, number, oneOf, optional, text, typed } from '../db/collection.ts'
import { claimable } from '../db/row.ts'

/** A company of the board, without its logo. */
const company = Schema.create({
  _id: text,
  name: text,
  /** The words of the name, by which searches find the jobs of an employer. */
  nameWords: list(text),
  slug: text,
  locale: oneOf(Locale.options),
  /** Plain text. Null if there is none. */
  description: nullable(text),
  /** An https address. Null if there is none. */
  website: nullable(text),
  /** Plain text about the use of applicants' data. Null if there is none. */
  privacy: nullable(text),
  /** The currency of all salaries, as an ISO 4217 code. Null if each salary has the currency of its job's country. */
  currency: nullable(text),
  /** The address to which applicants' answers to the board's mails go. Null if there is none. */
  contactEmail: nullable(text),
  createdAt: date,
  /** When the removal of the company began. From then on, only the removal finds the company. */
  removedAt: optional(date),
  /** When the operator suspended the company. Null if it is not suspended. */
  suspendedAt: nullable(date),
  /** The number of changes of the texts. Absent before the first change. */
  revision: optional(number),
  /** Who changed each text last: the e-mail address of a user, or `operator`. A text without a change has no entry. */
  changedBy: optional(typed<{ [Text in string]?: string }>(Map)),
})
  // The public site finds a company by its slug.
  .index({ slug: 1 }, { unique: true })
  // A search finds the employers whose name has a word.
  .index({ nameWords: 1 })
  // The suspended companies, whose jobs no list of the board shows.
  .index({ suspendedAt: 1 }, { sparse: true })
export type CompanyDocument = InferSchemaType<typeof company>

export const openCompanies = defineCollection('companies', { companyIn: '_id' }, company)

const logo = Schema.create({
  /** The company's id. */
  _id: text,
  /** SHA-256 of the bytes, in hexadecimal. It is part of the logo's address, so no cache shows an older one. */
  hash: text,
  mime: oneOf(['image/png', 'image/jpeg', 'image/webp']),
  bytes: { type: Buffer, required: true },
})
  // The sweep compares the hashes with those of the thumbnails, and reads no bytes.
  .index({ _id: 1, hash: 1 })
export type LogoDocument = InferSchemaType<typeof logo>

// Logos have their own collection, because the row of a company is read with every job and must be small.
export const openLogos = defineCollection('logos', { companyIn: '_id' }, logo)

/** A company's logo in small, for lists of jobs. It has its own collection, because a list reads many and no logo. */
const thumbnail = Schema.create({
  /** The company's id. */
  _id: text,
  /** The hash of the logo. If it differs from the logo's, the sweep makes another thumbnail. */
  hash: text,
  /** A WebP file. */
  bytes: { type: Buffer, required: true },
})

export const openThumbnails = defineCollection('thumbnails', { companyIn: '_id' }, thumbnail)

/** The wide picture on top of a company's page. */
const cover = Schema.create({
  /** The company's id. */
  _id: text,
  /** SHA-256 of the bytes, in hexadecimal. It is part of the cover's address. */
  hash: text,
  /** A WebP file. */
  bytes: { type: Buffer, required: true },
})
export type CoverDocument = InferSchemaType<typeof cover>

export const openCovers = defineCollection('covers', { companyIn: '_id' }, cover)

/**
 * A company that was removed. Another process may still write rows of it, if it was suspended in the middle of a request, so a sweep deletes
 * the company's rows again. `attempts` is the number of sweeps so far.
 */
const removedCompany = Schema.create(claimable)
  // The next company whose rows are deleted again.
  .index({ dueAt: 1 })

export const openRemoved = defineCollection(
  'removedCompanies',
  { noCompany: 'ids only, for some days; rows that a late process writes for a company that was removed are deleted' },
  removedCompany,
)
