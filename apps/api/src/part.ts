import type { Company } from '@boardwalk/core/company/service'
import type { Holder, Listener } from '@boardwalk/core/listener'
import type { Work } from '@boardwalk/core/process/schedule'
import type { AnyProcedure } from '@trpc/server'
import type { Command } from 'commander'
import type { Router } from 'express'
import type { z } from 'zod'
import type { Run } from './admin/command.ts'
import type { Deps } from './deps.ts'
import type { MailKinds } from './feature/mail/compose.ts'
import type { ReadSession } from './http/session.ts'
import type { PartState } from './part-state.ts'
import type { SiteSlots } from './site/page-site.ts'
import type { PublicSite } from './site/public-site.ts'

/**
 * One optional feature of the board: a folder in `part/` and a line in `parts.ts`. The server, the operator's program, the site, the
 * back office and the sender of mails take what they need from each part of the list, and name none.
 */
export interface Part {
  /** The name of its folder. */
  name: string
  /** What the operator sets for it. */
  settings?: PartSettings
  /** What it keeps. */
  state?: PartState
  /** Its work in the background. */
  works?(deps: Deps): readonly Work<Deps>[]
  /** What it does after something has happened in the core. */
  listeners?(deps: Deps): readonly Listener[]
  /** What it holds of people or companies. */
  holders?(deps: Deps): readonly Holder[]
  /** What the back office calls, by name. */
  procedures?: Procedures
  /** Its kinds of mail. */
  mails?: MailKinds
  /** Lists what it has to say in the daily digest of a company's users, in the company's language. */
  listForDigest?(deps: Deps, company: Company): Promise<string[]>
  /** What it adds to public pages. */
  slots?(deps: Deps): SiteSlots
  /** Adds its public pages. */
  addPages?(site: PublicSite): void
  /** Adds addresses of the back office that are not part of its web app. */
  addBackOfficePages?(pages: BackOfficePages): void
  /** Adds its commands to the operator's program. */
  addCommands?(program: Command, run: Run): void
  /** What it has of people who are no users, which the operator finds and erases by their address. */
  people?: PeopleRows
}

/** The back office, as its addresses are added to it. */
export interface BackOfficePages {
  deps: Deps
  router: Router
  readSession: ReadSession
}

/** What the operator sets for a part. The part reads it in `createRest` of its state. */
export interface PartSettings {
  /** The variables of the environment, by name. One that the operator leaves out is absent, so each is optional. */
  variables: z.ZodRawShape
  /** Says what is wrong with values that are right one by one, in a sentence that begins with the name of a setting. */
  check?(values: Readonly<Record<string, unknown>>, board: { publicUrl: string | undefined }): string | undefined
}

/** What a part has of people. */
export interface PeopleRows {
  /** Their name in the JSON of the operator's commands, such as `reports`. */
  name: string
  /** One of them in words, such as `a report of a job`. */
  description: string
  /** Finds the ids of a person's, of one company or of the whole board. The case of letters in the address does not matter. */
  findIds(deps: Deps, email: string, companyId?: string): Promise<string[]>
  /** Lists the addresses that match a pattern, of one company or of the whole board. Absent if another person's address is never like it. */
  listEmails?(deps: Deps, pattern: string, companyId?: string): Promise<string[]>
  erase(deps: Deps, id: string): Promise<void>
}

/** Procedures of the back office, by the name of their group and their own. */
type Procedures = Readonly<Record<string, Readonly<Record<string, AnyProcedure>>>>

/** The procedures of all parts of a list. */
export type ProceduresOf<Parts extends readonly Part[]> = Merge<
  Parts[number] extends infer One ? (One extends { procedures: infer Own } ? Own : never) : never
>
/** Makes one object type of the types of a union. */
export type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
