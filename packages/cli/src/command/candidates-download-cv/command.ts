import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import type { Shell } from '../../shell.ts'

interface Flags extends ConnectionFlags {
  dir: string
}

/** A CV has up to 5 MiB, which needs longer than an answer with jobs. */
const cvSeconds = 60

const examples = `Examples:
  boardwalk candidates download-cv A-1 --dir cvs
  boardwalk candidates download-cv --dir cvs -o json | jq .downloaded
`

const after = `
Each CV becomes a file <date>_<name>_<candidate id>.pdf, or .docx or .odt if
that is what the person sent. A CV that is already there is not fetched again. If the board has erased a person's data, the command
removes the CV of that person from the folder, and names the file.
${connectionHelp}
Exit status: 0 done, 1 failure, 2 usage, 3 some CVs failed, 4 not authorised,
5 board not reached, 130 interrupted
`

/** Adds the command `boardwalk candidates download-cv`. */
export function addCandidatesDownloadCv(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('download-cv')
    .description('save the CVs of the people who applied, each as a file')
    .argument('[job]', 'external id of the job; without it, all jobs')
    .requiredOption('--dir <folder>', 'folder for the files; it is created if it is missing')
  addConnectionOptions(command, ['table', 'json', 'ndjson'], cvSeconds)
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((job: string | undefined, flags: Flags) =>
      shell.run(flags, async (run) => {
        const { downloadCvs } = await import('./download.ts')
        const boardwalk = await connect(run, flags)
        return downloadCvs(run, boardwalk, job, flags.dir)
      }),
    )
}
