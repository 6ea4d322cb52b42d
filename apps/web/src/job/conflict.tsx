import { parseExtra } from '@boardwalk/schema/extra-fields'
import { isSameJson } from '@boardwalk/schema/json'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChangedBy, useFieldWords } from '../activity/changes.tsx'
import { historyWords } from '../activity/history-words.ts'
import { useWords } from '../language.tsx'
import { Message } from '../part/message.tsx'
import { When } from '../part/value.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { jobActionWords } from './action-words.ts'
import { fieldNames, isTerm, type PartialJobChange, readSentTerms } from './job-fields.ts'

type Job = Answers['job']['get']

interface ConflictProps {
  /** The job as the form showed it. */
  opened: Job
  /** The fields that the user changed. */
  mine: PartialJobChange
  saveAnyway: () => void
  discard: () => void
}

/** Says that another user or the ATS has saved the job in the meantime: which fields, and who. Asks whose changes to keep. */
export function Conflict({ opened, mine, saveAnyway, discard }: ConflictProps) {
  const words = useWords(jobActionWords)
  const { jobId } = opened
  const stored = useQuery(trpc.job.get.queryOptions({ jobId }, { staleTime: 0 }))
  const fields = stored.data === undefined || stored.isFetching ? [] : findChangedFields(opened, stored.data)
  return (
    <Message role="alert" color="yellow" title={words.conflict.title}>
      <Stack gap="sm">
        <Text>{words.conflict.text}</Text>
        {fields.length > 0 && <ChangedFields opened={opened} fields={fields} mine={mine} />}
        <Group gap="xs">
          <Button size="xs" onClick={saveAnyway}>
            {words.conflict.saveAnyway}
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            {words.conflict.discard}
          </Button>
        </Group>
      </Stack>
    </Message>
  )
}

/** Finds the fields of the stored job that differ from those that the form showed, by the names that the history has for them. */
function findChangedFields(opened: Job, stored: Job): string[] {
  const [before, after] = [readValues(opened), readValues(stored)]
  return Object.keys(before).filter((name) => !isSameJson(before[name], after[name]))
}

function readValues(job: Job): Record<string, unknown> {
  const terms = readSentTerms(job)
  const values = fieldNames.map((name) =>
    isTerm(name) ? [`boardwalk.${name}`, terms[name]] : [name, job.fields[name]],
  )
  const { boardwalk: _, ...extra } = parseExtra(job.extra)
  const { externalId, status } = job
  return { ...Object.fromEntries(values), externalId, status, extra }
}

/** The changed fields, each with who changed it last, and whether the user has changed it, too. */
function ChangedFields({ opened, fields, mine }: Pick<ConflictProps, 'opened' | 'mine'> & { fields: string[] }) {
  const words = useWords(historyWords)
  const { nameField } = useFieldWords()
  const history = useQuery(trpc.job.history.queryOptions({ jobId: opened.jobId }, { staleTime: 0 }))
  const later = history.data?.entries.filter(({ at }) => at > opened.lastChange.at) ?? []
  const isMine = (field: string) => {
    const [name = '', term] = field.split('.')
    return term === undefined ? Object.hasOwn(mine, name) : Object.hasOwn(mine.boardwalk ?? {}, term)
  }
  return (
    <>
      <List size="sm">
        {fields.map((field) => {
          const entry = later.find(({ changes }) => changes.some((change) => change.field === field))
          return (
            <List.Item key={field}>
              <strong>{nameField(field)}</strong>{' '}
              {entry && (
                <>
                  ({words.by} <ChangedBy {...entry} />, <When at={entry.at} />)
                </>
              )}{' '}
              {isMine(field) && words.alsoYours}
            </List.Item>
          )
        })}
      </List>
      {!fields.every(isMine) && <Text size="sm">{words.keepsOthers}</Text>}
    </>
  )
}
