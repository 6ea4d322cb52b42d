import { resolve } from 'node:path'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { type Company, getCompanyBySlug, readAllCompanies } from '@boardwalk/core/company/service'
import { erasePerson } from '@boardwalk/core/intake/erase'
import { listPersonApplications } from '@boardwalk/core/intake/person'
import { Email } from '@boardwalk/schema/user'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { exportPerson } from '../feature/desk/export.ts'
import { createInboxPattern } from '../feature/mail/inbox.ts'
import type { PeopleRows } from '../part.ts'
import { confirmByTyping, createParser, json, type Run } from './command.ts'
import { writeNewFile } from './new-file.ts'

/** Adds the commands about the people who have applied. */
export function addPersonCommands(program: Command, run: Run, people: readonly PeopleRows[]): void {
  const listWith = (applications: string) => [applications, ...people.map(({ name }) => name)].join(', ')
  const person = program.command('person').description('people who have applied')
  person
    .command('find')
    .description(`list what the board has of a person: ${listWith('applications that are not erased')}`)
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option(...json)
    .action(({ email, ...options }) =>
      run(async (deps) => {
        const found = await findPerson(deps, people, email)
        const lines = describePerson(people, found)
        return {
          json: toJson(found),
          lines: [...(lines.length > 0 ? lines : [noTrace(people, email)]), ...describePerhaps(found)],
        }
      }, options),
    )
  person
    .command('erase')
    .description(`erase for good, in all companies or in one, a person’s ${listWith('applications, with their CVs')}`)
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option('--company <slug>', 'slug of the only company that erases them')
    .option('--dry-run', 'only print what would be erased')
    .option('--yes', 'do not ask; without it, a person at a terminal types the address')
    .option(...json)
    .action(({ email, company: slug, dryRun = false, yes, ...options }) =>
      run(async (deps) => {
        const company = slug === undefined ? undefined : await getCompanyBySlug(deps, slug)
        const found = await findPerson(deps, people, email, company)
        const lines = describePerson(people, found)
        const result = { isErased: !dryRun, ...toJson(found) }
        const perhaps = describePerhaps(found)
        if (lines.length === 0) return { json: result, lines: [noTrace(people, email), ...perhaps] }
        if (dryRun) return { json: result, lines: [...lines, ...perhaps, 'Nothing was erased.'] }
        if (!yes) await confirmByTyping(email, lines)
        await eraseFound(deps, people, email, found)
        const done = 'All of it is erased. Each company’s audit trail tells of its applications.'
        return { json: result, lines: [...lines, done, ...perhaps] }
      }, options),
    )
  person
    .command('export')
    .description(
      'write all that a company has of one person into a zip file: applications, CVs, and what was done to them',
    )
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .requiredOption('--output <file>', 'the file to write; it must not exist yet')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = await getCompanyBySlug(deps, options.company)
        const file = resolve(options.output)
        const { email } = options
        const { applications } = await writeNewFile(file, () => exportPerson(deps, actAsOperator(id), { email }))
        const what = applications === 1 ? '1 application' : `${applications} applications`
        return { json: { file, applications }, lines: [`${file} has ${what}. Only you can read the file.`] }
      }, options),
    )
}

/** What the board has of a person: applications to companies, and the ids of what each part of the board has, by the name of its rows. */
interface Person {
  companies: Holding[]
  ofParts: Record<string, string[]>
  /** Other addresses that may be of the same inbox. What they sent is not in the other members. */
  perhaps: string[]
}

/** What a company has of a person. */
interface Holding {
  companyId: string
  slug: string
  name: string
  applications: { id: string; jobId: number; date: string; isHeldBack: boolean }[]
}

/** Finds what the board, or one company, has of the person with an e-mail address. Companies that have nothing are left out. */
async function findPerson(deps: Deps, people: readonly PeopleRows[], email: string, only?: Company): Promise<Person> {
  const holdings: Holding[] = []
  const pattern = createInboxPattern(email)
  const emails: string[] = []
  const ofParts: Person['ofParts'] = {}
  for (const { name, findIds, listEmails } of people) {
    ofParts[name] = await findIds(deps, email, only?.id)
    emails.push(...((await listEmails?.(deps, pattern, only?.id)) ?? []))
  }
  for await (const { id: companyId, slug, name } of only === undefined ? readAllCompanies(deps) : [only]) {
    await deps.mailbox.synchronise(companyId)
    const { applications, heldBack } = await listPersonApplications(deps, companyId, email)
    const all = [
      ...applications.map(({ id, jobId, date }) => ({ id, jobId, date: date.toISOString(), isHeldBack: false })),
      ...heldBack.map(({ id, jobId, heldAt }) => ({ id, jobId, date: heldAt.toISOString(), isHeldBack: true })),
    ]
    emails.push(...(await deps.applications.listEmails(companyId, pattern)))
    emails.push(...(await deps.heldApplications.listEmails(companyId, pattern)))
    if (all.length > 0) holdings.push({ companyId, slug, name, applications: all })
  }
  const companies = holdings.sort((one, other) => (one.slug < other.slug ? -1 : 1))
  const others = new Set(emails.map((each) => each.toLowerCase()))
  others.delete(email.toLowerCase())
  return { companies, ofParts, perhaps: [...others].sort() }
}

async function eraseFound(
  deps: Deps,
  people: readonly PeopleRows[],
  email: string,
  { companies, ofParts }: Person,
): Promise<void> {
  for (const { companyId } of companies) await erasePerson(deps, actAsOperator(companyId), { email })
  for (const { name, erase } of people) for (const id of ofParts[name] ?? []) await erase(deps, id)
}

const describePerson = (people: readonly PeopleRows[], { companies, ofParts }: Person): string[] => [
  ...companies.flatMap(describeHolding),
  ...people.flatMap(({ name, description }) => (ofParts[name] ?? []).map((id) => `${id}, ${description}`)),
]

/** Writes what was found as the JSON of a command. */
const toJson = ({ companies, ofParts, perhaps }: Person) => ({ companies, ...ofParts, perhaps })

/** Names the other addresses, which a person must look at: the same inbox may be another person's. */
const describePerhaps = ({ perhaps }: Person): string[] =>
  perhaps.map((email) => `Perhaps the same person: ${email}. Run this command with that address, too.`)

const describeHolding = ({ slug, name, applications }: Holding): string[] => [
  `${slug}  ${name}`,
  ...applications.map(
    ({ id, jobId, date, isHeldBack }) => `  ${id}, job ${jobId}, ${isHeldBack ? 'held back since' : 'sent'} ${date}`,
  ),
]

const either = new Intl.ListFormat('en', { type: 'disjunction' })

const noTrace = (people: readonly PeopleRows[], email: string) =>
  `The board has no ${either.format(['applications', ...people.map(({ name }) => name)])} with the address ${email}.`
