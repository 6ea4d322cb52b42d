import type { Application } from '@boardwalk/core/intake/application'
import type { MailboxContent, MailboxStore } from '@boardwalk/core/intake/mailbox-store'
import { createMemoryApplicationStore, createMemoryMailboxStore } from '@boardwalk/core/intake/memory-store'

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

const numbers = new Map<string, number>()

/** Gives a text a number from 1: always the same, and another one than every other text. */
export function numberOf(text: string): number {
  const number = numbers.get(text) ?? numbers.size + 1
  numbers.set(text, number)
  return number
}

const numbersOfRows = new WeakMap<object, number>()

/** Gives a row the number of its text. Most states of a model have the same rows. */
function numberOfRow(row: object): number {
  const number = numbersOfRows.get(row) ?? numberOf(JSON.stringify(row))
  numbersOfRows.set(row, number)
  return number
}

/** Writes which rows there are as a short text: equal if and only if all rows are equal. */
export const serialise = ({ mailboxes, applications }: Rows): string =>
  [...mailboxes, ...applications].map(([key, row]) => `${key} ${numberOfRow(row)}`).join()
