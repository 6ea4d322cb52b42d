import {
  date,
  defineCollection,
  list,
  nullable,
  number,
  optional,
  part,
  text,
  typed,
  withoutId,
} from '@boardwalk/core/db/collection'
import { type InferSchemaType, Schema } from 'mongoose'
import type { Browser } from './session-data.ts'

const link = Schema.create(
  {
    /** SHA-256 of the link's secret, in hexadecimal. */
    hash: text,
    expiresAt: date,
  },
  withoutId,
)
/** A one-time link with which a user chooses a password. */
export type StoredLink = InferSchemaType<typeof link>

const secondFactor = Schema.create(
  {
    /** The key that the app has, in base32. It is readable, because the server computes the codes from it. */
    key: text,
    /** The step of 30 seconds whose code was accepted last, and the id of the last call that used a code. */
    lastUse: part(Schema.create({ step: number, id: text }, withoutId)),
    /** SHA-256 of each recovery code that was not used, in hexadecimal. */
    recoveryCodes: list(text),
  },
  withoutId,
)
/** The second factor of a user: an authenticator app, and codes for when it is lost. */
export type StoredSecondFactor = InferSchemaType<typeof secondFactor>

const digest = Schema.create(
  {
    /** When the next mail is due. */
    dueAt: date,
    /** The user was told what was new up to this instant. */
    through: date,
  },
  withoutId,
)
/** The daily digest of a user who has turned it on. */
export type StoredDigest = InferSchemaType<typeof digest>

/** A user of one company. */
const user = Schema.create({
  _id: text,
  companyId: text,
  /** In lower case. A person who works for several companies is a user of each. */
  email: text,
  /** Who invited them: a user's address, or `operator`. */
  invitedBy: text,
  /** An argon2id hash. Null until the user has chosen a password. */
  passwordHash: nullable(text),
  /** When the password was chosen. Sessions that started before it have ended. */
  passwordSetAt: nullable(date),
  createdAt: date,
  /** When the user last used the back office, to the minute. Absent before the first time. */
  seenAt: optional(date),
  /** When the visit before the present one ended (visit.ts). Absent during the first visit. */
  lastVisitEndedAt: optional(date),
  /** What a sign-in asks for after the password. Absent unless the user has turned it on. */
  secondFactor: optional(part(secondFactor)),
  /** The daily digest by mail. Absent unless the user has turned it on. */
  digest: optional(part(digest)),
  /** When another user last began to remove this one. */
  removalAt: optional(date),
  link: optional(part(link)),
  /** The key of a second factor that is not confirmed yet. */
  enrolment: optional(part(Schema.create({ key: text, expiresAt: date }, withoutId))),
})
  // Sign-in. A company has one user with an address, and learns nothing about those of other companies.
  .index({ email: 1, companyId: 1 }, { unique: true })
  // The users of a company.
  .index({ companyId: 1 })
  // The user that a one-time link is for.
  .index({ 'link.hash': 1 }, { sparse: true })
  // The users whose digest is due.
  .index({ 'digest.dueAt': 1 }, { sparse: true })
export type UserDocument = InferSchemaType<typeof user>

export const openUsers = defineCollection('users', { companyIn: 'companyId' }, user)

/** The data of a session, besides the cookie of express-session. */
const data = Schema.create(
  {
    userId: text,
    /** When the password that started the session was chosen. It shows later whether the password has changed. */
    passwordSetAtMs: number,
    startedAtMs: number,
    /** When the session was last used, to the minute. */
    seenAtMs: number,
    /** The browser that signed in. */
    browser: typed<Browser>(Map),
  },
  withoutId,
)
export type StoredSessionData = InferSchemaType<typeof data>

/** A session, as connect-mongo writes it. */
const session = Schema.create({
  /** The hash of the session's id. */
  _id: text,
  expires: nullable(date),
  session: part(data),
})
  // The database deletes a session that has expired.
  .index({ expires: 1 }, { expireAfterSeconds: 0 })
  // The sessions of a user.
  .index({ 'session.userId': 1 })

export const openSessions = defineCollection(
  'sessions',
  { ownedBy: [{ collection: 'users', idIn: 'session.userId' }] },
  session,
)
