import { getCompanyBySlug } from '@boardwalk/core/company/service'
import type { Command } from 'commander'
import type { KeyPolls } from '../feature/activity/requests.ts'
import { findApplications, type Whereabouts } from '../feature/desk/find.ts'
import { createDateParser, json, type Run } from './command.ts'

/** Adds the commands about applications. */
export function addApplicationCommands(program: Command, run: Run): void {
  program
    .command('application')
    .description('applications of people to jobs')
    .command('find')
    .description(
      'say where applications are: refused, held back, in the mailbox, ready, delivered, erased; and who polled them',
    )
    .requiredOption('--company <slug>', 'slug of the company')
    .option('--id <reference>', 'the reference of the application, which its confirmation page shows, or its id')
    .option('--request <reference>', 'the reference of an error, which its page shows, or the request id of the log')
    .option('--since <date>', 'those since an instant, such as 2026-03-01T09:30:00Z', createDateParser())
    .option(
      '--until <date>',
      'with --since: those up to an instant or a day; without it, up to now',
      createDateParser({ dayEnd: true }),
    )
    .option(...json)
    .action((options, command: Command) => {
      const { id, request: requestId, since, until } = options
      if ([id, requestId, since].filter((each) => each !== undefined).length !== 1)
        command.error('error: give exactly one of --id, --request and --since')
      if (until !== undefined && since === undefined) command.error('error: --until needs --since')
      return run(async (deps) => {
        const company = await getCompanyBySlug(deps, options.company)
        const { found, isAll } = await findApplications(
          deps,
          { companyId: company.id },
          { id, requestId, since, until },
        )
        const lines = found.flatMap(describeFound)
        if (found.length === 0)
          lines.push(
            `Nothing is known of it at ${company.name}. What became of refused forms is kept for 14 days, and only of forms that named a job.`,
            'To look in all companies by the applicant’s address: admin person find --email <email>',
          )
        if (!isAll) lines.push('There are more: give a shorter time.')
        return { json: { applications: found, isAll }, lines }
      }, options)
    })
}

function describeFound(one: Whereabouts): string[] {
  return [
    `${one.applicationId ?? 'a form without a usable id'}, job ${one.jobId} (${one.jobTitle}): ${describePlace(one)}`,
    ...one.forms.map(({ at, outcome, reason, fields, requestId, traceId }) => {
      const why = reason === null ? '' : `: ${reason}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`
      return `  form ${at}  ${outcome}${why}; request ${requestId}${traceId === null ? '' : `, trace ${traceId}`}`
    }),
    ...(one.date === null || one.polls.length > 0 ? [] : ['  no key of the company has ever fetched candidates']),
    ...one.polls.map(describePolls),
  ]
}

function describePlace({ place, date, erasedAt, heldAt, heldUntil }: Whereabouts): string {
  switch (place) {
    case 'delivered':
      return `delivered, with the date ${date}`
    case 'ready':
      return `ready for the ATS, with the date ${date}; no recorded poll has got it`
    case 'waiting':
      return `accepted, with the date ${date}; it waits in the mailbox, and the next poll delivers it`
    case 'held':
      return `held back since ${heldAt}, because the trap field was filled in; a user lets it in or discards it, or it goes in by itself at ${heldUntil}`
    case 'erased':
      return `erased at ${erasedAt}; its date is ${date}`
    case 'refused':
      return 'refused'
    case 'gone':
      return 'no longer here: it was held back, and then discarded or erased'
  }
}

function describePolls({ keyId, keyName, isRevoked, lastPollAt, handedOver, passed }: KeyPolls): string {
  const key = `  key ${keyName} (${keyId}${isRevoked ? ', revoked' : ''})`
  if (handedOver !== null) return `${key} got it at ${handedOver.at}, request ${handedOver.requestId}`
  if (passed !== null)
    return `${key} did not get it: at ${passed.at} it asked only for later ones, request ${passed.requestId}`
  return `${key} has no recorded poll that reached it; its last poll was at ${lastPollAt}`
}
