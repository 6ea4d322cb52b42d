import { findHoldings, removeCompany } from '@boardwalk/core/company/removal'
import { type Company, createCompany, getCompanyBySlug, readAllCompanies } from '@boardwalk/core/company/service'
import { countApplications } from '@boardwalk/core/intake/read'
import { resumeCompany, suspendCompany } from '@boardwalk/core/job/company-suspension'
import { describeKey, listKeys } from '@boardwalk/core/key/service'
import { getRetention } from '@boardwalk/core/retention/setting'
import { CompanyName, CompanySlug, Locale } from '@boardwalk/schema/company'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { confirmByTyping, createParser, formatInstant, json, type Result, type Run } from './command.ts'
import { describeUser } from './user.ts'

/** The suspended jobs that "company show" lists. */
const SUSPENDED_JOBS_MAX = 100

/** Adds the commands about the companies of the board. */
export function addCompanyCommands(program: Command, run: Run): void {
  const company = program.command('company').description('employers on the board')
  company
    .command('create')
    .description('make a company')
    .requiredOption('--name <name>', 'the name that people see', createParser(CompanyName))
    .requiredOption(
      '--slug <slug>',
      'part of the addresses of its pages, such as atlas-talents',
      createParser(CompanySlug),
    )
    .option('--locale <locale>', 'language of the addresses of its pages: fr, en or ar', createParser(Locale), 'fr')
    .option(...json)
    .action((options) =>
      run(
        async (deps) => {
          const { id, slug, name } = await createCompany(deps, options)
          return { json: { id, slug }, lines: [`Company ${name} was made: its id is ${id}, its slug ${slug}.`] }
        },
        { ...options, mayMakeDatabase: true },
      ),
    )

  company
    .command('list')
    .description('list the companies of the board, with the number of their published jobs')
    .option(...json)
    .action((options) => run(listCompanies, options))
  company
    .command('show')
    .description('show a company: its pages, users, keys, jobs and applications')
    .requiredOption('--slug <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => describeCompany(deps, await getCompanyBySlug(deps, options.slug)), options),
    )

  company
    .command('suspend')
    .description('take a company and its jobs off the board until "company resume"; its data stays')
    .requiredOption('--slug <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id, slug, name } = await suspendCompany(deps, options)
        const lines = [
          `${name} (${slug}) is suspended: its pages answer 410, no list, feed or search has its jobs, and no job can be created or changed.`,
          'Its keys still read, unpublish, link and poll, and its users still read applications.',
          `To take this back: admin company resume --slug ${slug}`,
        ]
        return { json: { id, slug, isSuspended: true }, lines }
      }, options),
    )
  company
    .command('resume')
    .description('put a suspended company and its jobs back on the board as they were')
    .requiredOption('--slug <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id, slug, name } = await resumeCompany(deps, options)
        return { json: { id, slug, isSuspended: false }, lines: [`${name} (${slug}) is not suspended.`] }
      }, options),
    )

  company
    .command('remove')
    .description('delete a company with its jobs, applications, CVs, keys, users and records, for good')
    .requiredOption('--slug <slug>', 'slug of the company')
    .option('--dry-run', 'only print what would be deleted')
    .option('--yes', 'do not ask; without it, a person at a terminal types the slug')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { slug, dryRun = false, yes } = options
        const { company, rows } = await findHoldings(deps, slug)
        const counts = [...rows].map(([collection, count]) => `${collection}: ${count}`)
        const result = { id: company.id, slug, isRemoved: !dryRun, rows: Object.fromEntries(rows) }
        if (dryRun) return { json: result, lines: [...counts, 'Nothing was removed.'] }
        if (!yes) await confirmByTyping(slug, [`${company.name} (${company.id}) has:`, ...counts])
        await removeCompany(deps, { companyId: company.id })
        return { json: result, lines: [...counts, `${slug} is removed.`] }
      }, options),
    )
}

async function listCompanies(deps: Deps): Promise<Result> {
  const jobCounts = await deps.jobs.countPublishedByCompany()
  const companies: { id: string; slug: string; name: string; jobsPublished: number; suspendedAt: Date | null }[] = []
  for await (const { id, slug, name, suspendedAt } of readAllCompanies(deps))
    companies.push({ id, slug, name, jobsPublished: jobCounts.get(id) ?? 0, suspendedAt })
  companies.sort((one, other) => (one.slug < other.slug ? -1 : 1))
  const lines = companies.map(
    ({ id, slug, name, jobsPublished, suspendedAt }) =>
      `${slug}  ${name} (${id})  ${jobsPublished} published jobs${suspendedAt === null ? '' : `; suspended since ${formatInstant(suspendedAt)}, so people see none`}`,
  )
  return { json: { companies }, lines: lines.length > 0 ? lines : ['There are no companies.'] }
}

async function describeCompany(deps: Deps, company: Company): Promise<Result> {
  const { id, slug, name, locale, website, suspendedAt } = company
  const [users, keys, jobsPublished, jobsWithheld, jobsUnpublished, suspendedJobs, applications, heldBack, { months }] =
    await Promise.all([
      deps.users.list(id),
      listKeys(deps, id),
      deps.jobs.countByStatus(id, 'PUBLISHED'),
      deps.jobs.countWithheld(id),
      deps.jobs.countByStatus(id, 'UNPUBLISHED'),
      deps.jobs.findSuspended(id, SUSPENDED_JOBS_MAX),
      countApplications(deps, id),
      deps.heldApplications.count(id),
      getRetention(deps, { companyId: id }),
    ])
  const page = `${deps.settings.publicUrl}/${locale}/companies/${slug}`
  const numbers = { jobsPublished, jobsWithheld, jobsUnpublished, applications, heldBack, retentionMonths: months }
  return {
    json: {
      id,
      slug,
      name,
      locale,
      website,
      page,
      suspendedAt,
      ...numbers,
      suspendedJobs: suspendedJobs.map((job) => ({
        jobId: job.id,
        title: job.fields.title,
        suspendedAt: job.suspendedAt,
      })),
      users: users.map(({ email, passwordSetAt, seenAt = null }) => ({
        email,
        passwordSetAt,
        seenAt,
      })),
      keys: keys.map(describeKey),
    },
    lines: [
      `${name} (${id})`,
      `  page: ${page}`,
      ...(suspendedAt === null
        ? []
        : [`  suspended since ${formatInstant(suspendedAt)}: people see no page and no job`]),
      `  jobs: ${jobsPublished} published${jobsWithheld === 0 ? '' : ` (${jobsWithheld} of them closed or suspended)`}, ${jobsUnpublished} unpublished`,
      `  applications: ${applications}, ${heldBack} held back; kept ${months === null ? 'until a user erases them' : `for ${months} months`}`,
      ...suspendedJobs.map(
        (job) => `  suspended job: ${job.fields.title} (${job.id})  since ${formatInstant(job.suspendedAt)}`,
      ),
      ...users.map((user) => `  user: ${describeUser(user)}`),
      ...keys.map(
        ({ name, last4, revokedAt, lastPushAt, lastPollAt }) =>
          `  key: ${name} (…${last4})  ${revokedAt === null ? `last push ${formatInstant(lastPushAt)}, last poll ${formatInstant(lastPollAt)}` : `revoked ${formatInstant(revokedAt)}`}`,
      ),
    ],
  }
}
