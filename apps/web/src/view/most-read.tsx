import { listLabels } from '@boardwalk/schema/words/list-labels'
import { useLanguage, useWords } from '../language.tsx'
import { JobLink } from '../part/link.tsx'
import { Rows } from '../part/rows.tsx'
import type { Answers } from '../trpc.ts'
import { viewWords } from './words.ts'

type Job = Answers['view']['summary']['mostRead'][number]

/** The jobs that were read most, and what came of it. */
export function MostRead({ jobs }: { jobs: Job[] }) {
  const words = useWords(viewWords)
  const { locale, format } = useLanguage()
  const { counted, mostRead, rate } = words
  return (
    <Rows
      caption={mostRead}
      rows={jobs}
      getKey={({ jobId }) => jobId}
      columns={[
        { title: listLabels.job[locale], cell: ({ jobId, title }) => <JobLink id={jobId}>{title}</JobLink> },
        { title: counted.views, cell: ({ views }) => format.number(views) },
        { title: counted.forms, rank: 3, cell: ({ forms }) => format.number(forms) },
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
