import { actAsOperator } from '@boardwalk/core/activity/audit'
import { getCompanyBySlug } from '@boardwalk/core/company/service'
import { getRetention, previewRetention, setRetention } from '@boardwalk/core/retention/setting'
import { RetentionMonths } from '@boardwalk/schema/company'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { confirmByTyping, createParser, json, type Result, type Run } from './command.ts'

/** Adds the commands about how long applications are kept. */
export function addRetentionCommands(program: Command, run: Run): void {
  const retention = program.command('retention').description('how long a company keeps applications')
  retention
    .command('show')
    .description('show how long a company keeps applications, and what the last run erased')
    .requiredOption('--company <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id: companyId } = await getCompanyBySlug(deps, options.company)
        return describe(deps, companyId)
      }, options),
    )
  retention
    .command('set')
    .description('erase applications when they are older than some months; servers begin within a minute')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--months <months>', '1 to 120, or off', parseMonths)
    .option('--dry-run', 'only print how many applications would be erased now')
    .option('--yes', 'do not ask; without it, a person at a terminal types the slug')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { company: slug, dryRun, yes } = options
        const months = options.months === 'off' ? null : options.months
        const { id: companyId } = await getCompanyBySlug(deps, slug)
        const preview = await countErased(deps, companyId, months)
        const line = `Applications that would be erased now: ${preview.hasMore ? 'more than ' : ''}${preview.count}.`
        if (dryRun) return { json: preview, lines: [line] }
        if (!yes && preview.count > 0) await confirmByTyping(slug, [line])
        await setRetention(deps, actAsOperator(companyId), { months })
        return describe(deps, companyId)
      }, options),
    )
}

// Commander would turn a parsed null into an empty text.
const parseMonths = (value: string): number | 'off' =>
  value === 'off' ? value : createParser(RetentionMonths)(/^\d+$/.test(value) ? Number(value) : value)

const countErased = async (deps: Deps, companyId: string, months: number | null) =>
  months === null ? { count: 0, hasMore: false } : previewRetention(deps, { companyId }, { months })

async function describe(deps: Deps, companyId: string): Promise<Result> {
  const state = await getRetention(deps, { companyId })
  const { months, isUnderWay, erased, lastRun, hasFailed } = state
  const lines = [
    months === null
      ? 'Applications are kept until a user erases them.'
      : `Applications are erased when they are older than ${months} months.`,
  ]
  if (isUnderWay) lines.push(`A run is under way, or begins within a minute: it has erased ${erased}.`)
  if (lastRun !== null) lines.push(`The last run ended at ${lastRun.at.toISOString()} and erased ${lastRun.erased}.`)
  if (hasFailed) lines.push('The last try failed; the log of the servers says why. It is repeated.')
  return { json: state, lines }
}
