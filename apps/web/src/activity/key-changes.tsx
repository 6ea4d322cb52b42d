import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatKeyName } from '../format.ts'
import { useLanguage, useWords } from '../language.tsx'
import { JobLink } from '../part/link.tsx'
import { OlderRows } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { CutText, When } from '../part/value.tsx'
import { trpc } from '../trpc.ts'
import { AllChanges, ShortChanges } from './changes.tsx'
import { historyWords } from './history-words.ts'
import { activityWords } from './words.ts'

const route = getRouteApi('/gate/activity')

/** What keys changed in jobs, newest first. */
export function KeyChanges() {
  const words = useWords(activityWords)
  const historyTexts = useWords(historyWords)
  const { locale, format } = useLanguage()
  const { cursor } = route.useSearch()
  const changes = useQuery(trpc.activity.keyChanges.queryOptions({ cursor }, { placeholderData: keepPreviousData }))
  return (
    <Loaded query={changes}>
      {({ changes: rows, next }) =>
        rows.length === 0 ? (
          <Text role="status">{words.noEvents}</Text>
        ) : (
          <Stack>
            <Paper withBorder px="md">
              <Rows
                caption={historyTexts.keys}
                rows={rows.map((row, index) => ({ ...row, index }))}
                // One request may change several jobs at the same time.
                getKey={({ at, jobId, index }) => `${at} ${jobId} ${index}`}
                getName={({ at, jobId }) => `${listLabels.job[locale]} ${jobId}, ${format.toTheSecond(at)}`}
                details={(row) => <AllChanges changes={row.changes} />}
                columns={[
                  { title: words.time, cell: ({ at }) => <When at={at} isExact /> },
                  {
                    title: listLabels.key[locale],
                    rank: 1,
                    cell: ({ keyName, keyEnding }) => <CutText text={formatKeyName(keyName, keyEnding)} />,
                  },
                  { title: listLabels.job[locale], cell: ({ jobId, title }) => <Job jobId={jobId} title={title} /> },
                  {
                    title: listLabels.changes[locale],
                    grows: true,
                    cell: (row) => <ShortChanges changes={row.changes} />,
                  },
                ]}
              />
            </Paper>
            <OlderRows search={{ view: 'audit', by: 'keys' }} rows={rows} cursor={cursor} next={next} />
          </Stack>
        )
      }
    </Loaded>
  )
}

/** A link to the job, unless it was deleted. */
function Job({ jobId, title }: { jobId: number; title: string | null }) {
  const { locale } = useLanguage()
  if (title === null) return `${listLabels.job[locale]} ${jobId}`
  return (
    <JobLink id={jobId} className="cut" title={title}>
      {title}
    </JobLink>
  )
}
