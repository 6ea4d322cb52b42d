import type { Boardwalk, CallOptions } from '@boardwalk/sdk'
import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCodesHelp } from '../failure.ts'
import { listFormats, type Shell } from '../shell.ts'

/** A command that gives jobs another status. */
interface StatusCommand {
  name: string
  description: string
  /** The status of a result after a success. */
  success: string
  change(jobs: Boardwalk['jobs'], id: string, options: CallOptions): PromiseLike<{ jobId: number }>
}

const publish: StatusCommand = {
  name: 'publish',
  description: 'put unpublished jobs back on the public site; nothing else of them changes',
  success: 'published',
  change: (jobs, id, options) => jobs.update(id, { status: 'PUBLISHED' }, { ...options, create: false }),
}

const unpublish: StatusCommand = {
  name: 'unpublish',
  description: 'take jobs off the public site; their data stays',
  success: 'unpublished',
  change: (jobs, id, options) => jobs.unpublish(id, options),
}

/** Adds the commands `boardwalk jobs publish` and `boardwalk jobs unpublish`. */
export function addJobsPublish(group: Command, shell: Shell): void {
  for (const command of [publish, unpublish]) addStatusCommand(group, shell, command)
}

function addStatusCommand(group: Command, shell: Shell, { name, description, success, change }: StatusCommand): void {
  const examples = `Examples:
  boardwalk jobs ${name} A-17
  boardwalk jobs ${name} A-17 A-18 "A/19"
  boardwalk jobs ${name} A-17 -o json | jq '.jobs[].status'
`
  const command = group
    .command(name)
    .description(description)
    .argument('<id...>', 'external ids of the jobs; put -- before an id that begins with a dash')
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp + exitCodesHelp)
    .action((ids: string[], flags: ConnectionFlags) =>
      shell.run(flags, async (run) => {
        const { changeJobs } = await import('./job-changes.ts')
        const { jobs } = await connect(run, flags)
        const changeOne = (id: string, options: CallOptions) => change(jobs, id, options)
        return changeJobs(run, ids, { change: changeOne, success })
      }),
    )
}
