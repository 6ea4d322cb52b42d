import type { Part } from '../../part.ts'
import { addReportCommands } from './commands.ts'
import { reportMails } from './mails.ts'
import { addReportPages } from './pages.ts'
import { countOpenReports, queueReportNotices } from './report.ts'
import { ReportLink } from './report-page.tsx'
import { reporting } from './state.ts'

const EVERY_MS = 30_000

/** Lets visitors report a job to the operator of the board. */
export const reportPart = {
  name: 'report',
  state: reporting,
  mails: reportMails,
  addPages: addReportPages,
  addCommands: addReportCommands,
  slots: () => ({ besideJob: ReportLink, closedToCrawlers: ['/*/report$'] }),
  works: ({ settings }) => [
    { name: 'count the open reports of jobs', everyMs: EVERY_MS, run: countOpenReports },
    ...(settings.sendsMail
      ? [{ name: 'queue the mails about reported jobs', everyMs: EVERY_MS, run: queueReportNotices }]
      : []),
  ],
  people: {
    name: 'reports',
    description: 'a report of a job',
    findIds: (deps, email, companyId) => reporting(deps).reports.findIdsByEmail(email, companyId),
    erase: (deps, id) => reporting(deps).reports.erase(id),
  },
} satisfies Part
