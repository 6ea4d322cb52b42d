import type { Application } from '../feature/application/application.ts'
import type { MailboxContent, MailboxStore } from '../feature/application/mailbox-store.ts'
import { createMemoryMailboxStore } from '../feature/application/memory-mailbox-store.ts'
import { createMemoryApplicationStore } from '../feature/application/memory-store.ts'

/** The mailbox's two stores. */
export type MailboxStores = {
  mailboxes: MailboxStore
  applications: ReturnType<typeof createMemoryApplicationStore>
}

/** The rows of the two stores. */
export interface Rows {
  mailboxes: Map<string, MailboxContent>
  applications: Map<string, Application>
}

/** Stores in memory whose rows a test may compare, copy and change. */
export type MemoryStores = MailboxStores & { rows: Rows }

export function memoryStores(rows: Rows = { mailboxes: new Map(), applications: new Map() }): MemoryStores {
  return {
    rows,
    mailboxes: createMemoryMailboxStore(rows.mailboxes),
    applications: createMemoryApplicationStore(rows.applications),
  }
}

/** Copies the rows of this moment. Only the maps are copied, because the stores replace a row and never change it. */
export const copyRows = ({ mailboxes, applications }: Rows): Rows => ({
  mailboxes: new Map(mailboxes),
  applications: new Map(applications),
})

const texts = new WeakMap<Rows, string>()

/** Writes a copy of the rows as text, once for each copy. */
export function writeText(copy: Rows): string {
  const text = texts.get(copy) ?? serialise(copy)
  texts.set(copy, text)
  return text
}

const textsOfRows = new WeakMap<object, string>()

/** Writes a row as text, once for each row, because a model has the same rows in most of its states. */
function writeRow(row: object): string {
  const text = textsOfRows.get(row) ?? JSON.stringify(row)
  textsOfRows.set(row, text)
  return text
}

/** Writes the rows as text. */
export const serialise = ({ mailboxes, applications }: Rows): string =>
  [...mailboxes, ...applications].map(([key, row]) => `${key} ${writeRow(row)}`).join('\n')
