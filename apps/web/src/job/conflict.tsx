import { parseExtra } from '@boardwalk/schema/extra-fields'
import { isObject, isSameJson, stringifyJson } from '@boardwalk/schema/json'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChangedBy, type FieldChange, OneChange, SHORT_CHARACTERS_MAX } from '../activity/changes.tsx'
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

/** Says that another user or the ATS has saved the job in the meantime: which fields, who, and their values. Asks whose changes to keep. */
export function Conflict({ opened, mine, saveAnyway, discard }: ConflictProps) {
  const words = useWords(jobActionWords)
  const { jobId } = opened
  const stored = useQuery(trpc.job.get.queryOptions({ jobId }, { staleTime: 0 }))
  const changes = stored.data === undefined || stored.isFetching ? [] : findChanges(opened, stored.data)
  return (
    <Message role="alert" color="yellow" title={words.conflict.title}>
      <Stack gap="sm">
        <Text>{words.conflict.text}</Text>
        {changes.length > 0 && <Changes opened={opened} changes={changes} mine={mine} />}
        <Group gap="xs">
          <Button size="xs" loading={stored.isFetching} onClick={saveAnyway}>
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

/** Finds what differs between the job that the form showed and the stored one, by the names that the history has for the fields. */
function findChanges(opened: Job, stored: Job): FieldChange[] {
  const [before, after] = [readValues(opened), readValues(stored)]
  return Object.keys(before)
    .filter((field) => !isSameJson(before[field], after[field]))
    .map((field) => {
      const [one, other] = [toText(before[field]), toText(after[field])]
      // The history shows the part of a long text that differs. If it lacks the change, only the field is named.
      const isShort = Math.max(one.length, other.length) <= SHORT_CHARACTERS_MAX
      return { field, before: isShort ? one : '', after: isShort ? other : '' }
    })
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

/** Writes a value as the history does. */
const toText = (value: unknown): string =>
  Array.isArray(value) ? value.map(toText).join(', ') : isObject(value) ? stringifyJson(value) : String(value ?? '')

/** The changes, each with who made the last one in the field, and whether the user has changed the field, too. */
function Changes({ opened, changes, mine }: Pick<ConflictProps, 'opened' | 'mine'> & { changes: FieldChange[] }) {
  const words = useWords(historyWords)
  const history = useQuery(trpc.job.history.queryOptions({ jobId: opened.jobId }, { staleTime: 0 }))
  const later = history.data?.entries.filter(({ at }) => at > opened.lastChange.at) ?? []
  const isMine = ({ field }: FieldChange) => {
    const [name = '', term] = field.split('.')
    return term === undefined ? Object.hasOwn(mine, name) : Object.hasOwn(mine.boardwalk ?? {}, term)
  }
  return (
    <>
      <Stack component="ul" gap="xs" m={0} ps="lg">
        {changes.map((change) => {
          const entry = later.find((each) => each.changes.some(({ field }) => field === change.field))
          return (
            <li key={change.field}>
              <OneChange change={entry?.changes.find(({ field }) => field === change.field) ?? change}>
                {entry && (
                  <Text size="sm">
                    {words.by} <ChangedBy {...entry} />, <When at={entry.at} />
                  </Text>
                )}
              </OneChange>
              {isMine(change) && <Text size="sm">{words.alsoYours}</Text>}
            </li>
          )
        })}
      </Stack>
      {!changes.every(isMine) && <Text size="sm">{words.keepsOthers}</Text>}
    </>
  )
}
