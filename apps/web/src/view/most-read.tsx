import { useLanguage } from '../language.tsx'
import { JobLink } from '../part/link.tsx'
import { Rows } from '../part/rows.tsx'
import type { Answers } from '../trpc.ts'

type Job = Answers['home']['summary']['mostRead'][number]

/** The jobs that were read most, and what came of it. */
export function MostRead({ jobs }: { jobs: Job[] }) {
  const { words, format } = useLanguage()
  const { counted, mostRead, rate } = words.views
  return (
    <Rows
      caption={mostRead}
      rows={jobs}
      getKey={({ jobId }) => jobId}
      columns={[
        { title: words.jobs.job, cell: ({ jobId, title }) => <JobLink id={jobId}>{title}</JobLink> },
        { title: counted.views, cell: ({ views }) => format.number(views) },
        { title: counted.forms, rank: 2, cell: ({ forms }) => format.number(forms) },
        { title: counted.applications, cell: ({ applications }) => format.number(applications) },
        {
          title: rate,
          rank: 1,
          // Applications of the time before views were counted may be more than the views.
          cell: ({ applications, views }) =>
            views === 0 || applications > views ? '–' : format.percent(applications / views),
        },
      ]}
    />
  )
}
