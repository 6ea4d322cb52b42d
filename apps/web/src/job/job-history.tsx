import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AllChanges, ChangedBy, ShortChanges } from '../activity/changes.tsx'
import { historyWords } from '../activity/history-words.ts'
import { activityWords } from '../activity/words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Loaded } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { trpc } from '../trpc.ts'

/** What users and keys changed in a job, newest first. */
export function JobHistory({ jobId }: { jobId: number }) {
  const words = useWords(historyWords)
  const activityTexts = useWords(activityWords)
  const common = useWords(commonWords)
  const { locale, format } = useLanguage()
  const history = useInfiniteQuery(
    trpc.job.history.infiniteQueryOptions({ jobId }, { getNextPageParam: ({ next }) => next }),
  )
  return (
    <Section title={words.title}>
      <Loaded query={history}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0) return <Text c="dimmed">{words.none}</Text>
          return (
            <Stack>
              <Rows
                caption={words.title}
                rows={entries.map((entry, index) => ({ ...entry, index }))}
                // Two entries may have the same time.
                getKey={({ at, index }) => `${at} ${index}`}
                getName={({ at }) => format.dateTime(at)}
                details={({ changes }) => <AllChanges changes={changes} />}
                columns={[
                  { title: activityTexts.time, cell: ({ at }) => <When at={at} /> },
                  {
                    title: activityTexts.by,
                    cell: (entry) => (
                      <span className="cut">
                        <ChangedBy {...entry} />
                      </span>
                    ),
                  },
                  {
                    title: listLabels.changes[locale],
                    grows: true,
                    cell: ({ changes }) => <ShortChanges changes={changes} />,
                  },
                ]}
              />
              {history.hasNextPage && (
                <Button
                  variant="default"
                  w="fit-content"
                  loading={history.isFetchingNextPage}
                  onClick={() => void history.fetchNextPage()}
                >
                  {common.older}
                </Button>
              )}
            </Stack>
          )
        }}
      </Loaded>
      <Text size="sm" c="dimmed">
        {words.kept}
      </Text>
    </Section>
  )
}
