import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import { exitCode, exitCodesHelp, Failure } from '../../failure.ts'
import type { Shell } from '../../shell.ts'

const examples = `Examples:
  boardwalk jobs set A-17 title="Chef de projet" minSalary=9000 maxSalary=12000
  boardwalk jobs set A-17 city=Rabat city=Fès displaySalary=true
  boardwalk jobs set A-17 benefits=            clears the field
`

const after = `
Other fields stay unchanged. A list is written as its field several times, or as
"Rabat|Fès". The command creates no job: an id that no job has is an error. The
board stores a field that it does not know as an extra field.
`

/** Adds the command `boardwalk jobs set`. */
export function addJobsSet(jobs: Command, shell: Shell): void {
  const command = jobs
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
        const { parseFields } = await import('./fields.ts')
        const { findErrorCode } = await import('../../board-failure.ts')
        const { job, extra } = parseFields(fields)
        const boardwalk = await connect(run, flags)
        const { jobId, jobUrl } = await boardwalk.jobs.update(id, job, { create: false }).catch((error: unknown) => {
          if (findErrorCode(error) !== 'precondition_failed') throw error
          throw new Failure(`No job has the id ${JSON.stringify(id)}`, exitCode.failure, { cause: error })
        })
        if (extra.length > 0) output.say(`Stored as extra fields: ${extra.join(', ')}`)
        await (format === 'json'
          ? output.document({ job: { id, jobId, jobUrl } })
          : output.result(`${id} was changed: ${jobUrl}`))
        return exitCode.done
      }),
    )
}
