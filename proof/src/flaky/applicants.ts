import { randomUUID } from 'node:crypto'
import { encodeForm, fillForm } from '../application-form.ts'
import type { ClientCompany } from './client-company.ts'

/** The people who have applied to a company's job, and what a program has given of them. */
export interface Applicants {
  /** Sends forms to the board itself. Each is accepted. */
  apply(count: number): Promise<void>
  /** Notes that a program gave the candidate of this e-mail. */
  give(email: string): void
  /** The e-mails of those who have applied. */
  emails: ReadonlySet<string>
  /** Finds e-mails that nobody was given. */
  findMissing(emails?: ReadonlySet<string>): string[]
  /** How often a candidate was given again. */
  countRepeats(): number
  /** Tells whether a text has a name or an e-mail of one of them. */
  areIn(text: string): boolean
}

/** Publishes a job of the company and answers the people who will apply to it. */
export async function createApplicants({ board, key }: ClientCompany): Promise<Applicants> {
  const answer = await fetch(`${board.url}/api/job/F-1`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ job: { title: 'Chauffeur' } }),
  })
  // The answer of the board as its document has it.
  const { jobUrl } = (await answer.json()) as { jobUrl: string }
  const address = `${board.url}${new URL(jobUrl).pathname}/apply`
  const emails = new Set<string>()
  const given = new Map<string, number>()

  async function applyOnce(): Promise<void> {
    const mark = randomUUID().slice(0, 8)
    const person = { firstName: `Salma-${mark}`, lastName: `Bennani-${mark}`, email: `p-${mark}@example.com` }
    const { type, body } = encodeForm(fillForm(person))
    const { status } = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
      redirect: 'manual',
    })
    if (status >= 400) throw new Error(`the board does not accept a form: ${status}`)
    emails.add(person.email)
  }

  return {
    emails,
    apply: async (count) => {
      for (let at = 0; at < count; at++) await applyOnce()
    },
    give: (email) => void given.set(email, (given.get(email) ?? 0) + 1),
    findMissing: (expected = emails) => [...expected].filter((email) => !given.has(email)),
    countRepeats: () => [...given.values()].reduce((repeats, times) => repeats + times - 1, 0),
    // Every first name, last name and e-mail has one of these.
    areIn: (text) => /Salma|Bennani|p-[0-9a-f]{8}@/.test(text),
  }
}
