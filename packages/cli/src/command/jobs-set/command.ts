import { isObject } from '@boardwalk/schema/json'
import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import { exitCode, exitCodesHelp, Failure } from '../../failure.ts'
import type { Shell } from '../../shell.ts'

const examples = `Examples:
  boardwalk jobs set A-17 title="Chef de projet" minSalary=9000 maxSalary=12000
  boardwalk jobs set A-17 city=Rabat city=Fès displaySalary=true
  boardwalk jobs set A-17 benefits=            clears the field
  boardwalk jobs set A-17 boardwalk.closesAt=2026-12-31 boardwalk.hours=PART_TIME
`

const after = `
Other fields stay unchanged. A list is written as its field several times, or as
"Rabat|Fès". The command creates no job: an id that no job has is an error. The
board stores a field that it does not know as an extra field.
`

/** Adds the command `boardwalk jobs set`. */
export function addJobsSet(group: Command, shell: Shell): void {
  const command = group
    .command('set')
    .description('change fields of one job')
    .argument('<id>', 'external id of the job')
    .argument('<fields...>', 'fields with their new values, such as city=Rabat; city= clears the field')
  addConnectionOptions(command, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp + exitCodesHelp)
    .action((id: string, fields: string[], flags: ConnectionFlags) =>
      shell.run(flags, async (run) => {
        const { output, format } = run
        const { mergeTerms, parseFields } = await import('./fields.ts')
        const { findErrorCode } = await import('../../board-failure.ts')
        const { job, extra } = parseFields(fields)
        const { jobs } = await connect(run, flags)
        const update = async () => {
          const { boardwalk: terms } = job
          if (isObject(terms)) job.boardwalk = mergeTerms((await jobs.get(id)).job.boardwalk, terms)
          return jobs.update(id, job, { create: false })
        }
        const { jobId, jobUrl, warnings } = await update().catch((error: unknown) => {
          if (!['precondition_failed', 'job_not_found'].includes(findErrorCode(error) ?? '')) throw error
          throw new Failure(`No job has the id ${JSON.stringify(id)}`, exitCode.failure, { cause: error })
        })
        if (extra.length > 0) output.say(`Stored as extra fields: ${extra.join(', ')}`)
        for (const { message } of warnings ?? []) output.say(`Warning: ${message}`, 'yellow')
        await (format === 'json'
          ? output.document({ job: { id, jobId, jobUrl, ...(warnings && { warnings }) } })
          : output.result(`${id} was changed: ${jobUrl}`))
        return exitCode.done
      }),
    )
}
