import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Email } from '@boardwalk/schema/user'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { actAsOperator } from '../feature/activity/audit.ts'
import { erasePerson } from '../feature/application/erase.ts'
import { exportPerson, type PersonExport } from '../feature/application/export.ts'
import { listPersonApplications } from '../feature/application/person.ts'
import { type Company, getCompanyBySlug, readAllCompanies } from '../feature/company/service.ts'
import { confirmByTyping, createParser, json, type Run } from './command.ts'

/** Adds the commands about the people who have applied. */
export function addPersonCommands(program: Command, run: Run): void {
  const person = program.command('person').description('people who have applied')
  person
    .command('find')
    .description('list what companies have of a person: their applications that are not erased')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option(...json)
    .action(({ email, ...options }) =>
      run(async (deps) => {
        const holdings = await findPerson(deps, email)
        const lines = holdings.flatMap(describeHolding)
        return { json: { companies: holdings }, lines: lines.length > 0 ? lines : [noTrace(email)] }
      }, options),
    )
  person
    .command('erase')
    .description('erase all applications of a person, with their CVs, in all companies or in one, for good')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option('--company <slug>', 'slug of the only company that erases them')
    .option('--dry-run', 'only print what would be erased')
    .option('--yes', 'do not ask; without it, a person at a terminal types the address')
    .option(...json)
    .action(({ email, company: slug, dryRun = false, yes, ...options }) =>
      run(async (deps) => {
        const company = slug === undefined ? undefined : await getCompanyBySlug(deps, slug)
        const holdings = await findPerson(deps, email, company)
        const lines = holdings.flatMap(describeHolding)
        const result = { isErased: !dryRun, companies: holdings }
        if (holdings.length === 0) return { json: result, lines: [noTrace(email)] }
        if (dryRun) return { json: result, lines: [...lines, 'Nothing was erased.'] }
        if (!yes) await confirmByTyping(email, lines)
        for (const { companyId } of holdings) await erasePerson(deps, actAsOperator(companyId), { email })
        return { json: result, lines: [...lines, 'All of it is erased. Each company’s audit trail says so.'] }
      }, options),
    )
  person
    .command('export')
    .description(
      'write all that a company has of one person into a zip file: applications, CVs, and what was done to them',
    )
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option('--output <file>', 'the file to write; it must not exist yet', 'person.zip')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = await getCompanyBySlug(deps, options.company)
        const { applications, content } = await exportPerson(deps, actAsOperator(id), { email: options.email })
        const file = resolve(options.output)
        await writeNewFile(file, content)
        const what = applications === 1 ? '1 application' : `${applications} applications`
        return { json: { file, applications }, lines: [`${file} has ${what}. Only you can read the file.`] }
      }, options),
    )
}

/** What a company has of a person. */
interface Holding {
  companyId: string
  slug: string
  name: string
  applications: { id: string; jobId: number; date: string; isHeldBack: boolean }[]
}

/** Finds what one company, or each of the board, has of the person with an e-mail address. Companies that have nothing are left out. */
async function findPerson(deps: Deps, email: string, only?: Company): Promise<Holding[]> {
  const holdings: Holding[] = []
  for await (const { id: companyId, slug, name } of only === undefined ? readAllCompanies(deps) : [only]) {
    await deps.mailbox.synchronise(companyId)
    const { applications, heldBack } = await listPersonApplications(deps, companyId, email)
    const all = [
      ...applications.map(({ id, jobId, date }) => ({ id, jobId, date: date.toISOString(), isHeldBack: false })),
      ...heldBack.map(({ id, jobId, heldAt }) => ({ id, jobId, date: heldAt.toISOString(), isHeldBack: true })),
    ]
    if (all.length > 0) holdings.push({ companyId, slug, name, applications: all })
  }
  return holdings.sort((one, other) => (one.slug < other.slug ? -1 : 1))
}

const describeHolding = ({ slug, name, applications }: Holding): string[] => [
  `${slug}  ${name}`,
  ...applications.map(
    ({ id, jobId, date, isHeldBack }) => `  ${id}, job ${jobId}, ${isHeldBack ? 'held back since' : 'sent'} ${date}`,
  ),
]

const noTrace = (email: string) => `No company has an application with the address ${email}.`

/** Writes a file that only its owner can read. It never replaces a file, and leaves no part of one. */
async function writeNewFile(file: string, content: PersonExport['content']): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${file} exists already; name another file with --output`, { cause: error })
  })
  try {
    await pipeline(content, handle.createWriteStream())
  } catch (error) {
    await rm(file)
    throw error
  }
}
