import type { Company } from '@boardwalk/core/company/service'

/** How many rows and files an archive has. */
export interface ExportCounts {
  jobs: number
  applications: number
  heldBack: number
  cvs: number
  auditEvents: number
}

/** What an archive tells of its making. `through` is the instant up to which it has applications. */
interface Making {
  company: Company
  publicUrl: string
  from: Date
  to: Date
  through: Date
  counts: ExportCounts
}

/** Writes the text that says what is in the archive of a company. */
export function describeArchive({ company, publicUrl, from, to, through, counts }: Making): string {
  const { name, slug, id } = company
  return `All that ${name} (${slug}, ${id}) has on the job board ${publicUrl}
Written from ${from.toISOString()} to ${to.toISOString()}.

company.json         the texts and settings of the company; logo.* and cover.webp
                     are its pictures, if it has any
keys.json            the API keys, without their secrets
users.json           the users of the back office, without their passwords
jobs.ndjson          ${counts.jobs} jobs, also unpublished ones, as GET /job of the API shows them
held.ndjson          ${counts.heldBack} applications that are held back, because the hidden field of
                     the form was filled in
applications.ndjson  ${counts.applications} applications with a date up to
                     ${through.toISOString()}: what the person sent, the
                     status, who set it and when, and the notes of users
cvs/                 ${counts.cvs} CVs, named by the id of the application
audit.ndjson         ${counts.auditEvents} entries of the audit trail, newest first

Each line of a .ndjson file is one JSON object. Times are in UTC. Numbers in
fields of jobs have all digits that were sent: some programs round them.

The board deletes these after a short time, so they are not here: the requests
of the API and the history of jobs. Neither are views of jobs, mails, alerts and
what visitors reported. Of an application that was erased, only its id, date,
job and status are left.

The board went on while this was written. A job may be as it was before or after
a change of that time. An application that was let in at that time may be both
in held.ndjson and in applications.ndjson. audit.ndjson was read last: if it
names an application that was erased or discarded meanwhile, delete it here, too.
`
}
