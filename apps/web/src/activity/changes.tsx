import {
  contractTypes,
  educationLevels,
  fieldLabels,
  languages,
  payBases,
  payPeriods,
  termLabels,
  workHours,
  workModes,
} from '@boardwalk/schema/words/job-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { formatKeyName } from '../key/key.tsx'
import { useLanguage } from '../language.tsx'
import { Who } from '../part/value.tsx'
import type { Answers } from '../trpc.ts'
import classes from './changes.module.css'
import { splitDifference } from './difference.ts'

type HistoryEntry = Answers['job']['history']['entries'][number]
export type FieldChange = HistoryEntry['changes'][number]

/** The longest value that is shown in one line with others. */
const SHORT_CHARACTERS_MAX = 60

/** Who changed a job: a key with its name, a user, or the operator. */
export function ChangedBy({ by, usedKey }: Pick<HistoryEntry, 'by' | 'usedKey'>) {
  const { words } = useLanguage()
  if (usedKey !== null) return <bdi>{words.history.key(formatKeyName(usedKey.name, usedKey.ending))}</bdi>
  return by === null ? words.history.user : <Who who={by} />
}

/** The labels of the values of fields that have a list of values. */
const valueLabels = new Map<string, Record<string, Translations>>(
  Object.entries({
    contractType: contractTypes,
    educationLevel: educationLevels,
    workMode: workModes,
    languages,
    'boardwalk.period': payPeriods,
    'boardwalk.basis': payBases,
    'boardwalk.hours': workHours,
  }),
)

/** The labels of a job's fields, by the names that its history has for them. */
export const historyLabels: Record<string, Translations> = {
  ...fieldLabels,
  ...Object.fromEntries(Object.entries(termLabels).map(([name, labels]) => [`boardwalk.${name}`, labels])),
}

/** Returns functions that name a field of a job, and show its value, in the reader's language. */
export function useFieldWords() {
  const { locale, words, format } = useLanguage()
  const names = new Map([
    ...Object.entries(historyLabels).map(([name, labels]) => [name, labels[locale]] as const),
    ...Object.entries({ status: words.status, externalId: words.jobs.externalId, extra: words.history.extra }),
    ...Object.entries({ suspended: words.jobs.withheld.suspended, closed: words.history.closed }),
  ])
  const yesOrNo = { true: words.yes, false: words.no }
  const others: Record<string, Record<string, string>> = {
    displaySalary: yesOrNo,
    suspended: yesOrNo,
    closed: yesOrNo,
    status: words.jobs.statuses,
  }
  const translate = (field: string, value: string) =>
    valueLabels.get(field)?.[value]?.[locale] ?? others[field]?.[value] ?? value
  return {
    nameField: (field: string) => names.get(field) ?? field,
    formatValue(field: string, value: string): string {
      if (value === '') return words.history.empty
      if (field === 'minSalary' || field === 'maxSalary') return format.number(Number(value))
      if (field === 'boardwalk.closesAt') return format.sentDate(value)
      if (field !== 'languages') return translate(field, value)
      const each = value.split(', ').map((item) => translate(field, item))
      return each.join(', ')
    },
  }
}

/** Several changes in one line. Long values are left out. */
export function ShortChanges({ changes }: { changes: FieldChange[] }) {
  const { words } = useLanguage()
  const { nameField, formatValue } = useFieldWords()
  return changes.map(({ field, before, after }, index) => {
    const isShort = before !== after && Math.max(before.length, after.length) <= SHORT_CHARACTERS_MAX
    return (
      <Text key={field} size="sm" span>
        {index > 0 && ' · '}
        <Text span c="dimmed" inherit>
          {nameField(field)}
        </Text>
        {isShort && (
          <>
            {' '}
            <bdi>{formatValue(field, before)}</bdi> {words.history.arrow} <bdi>{formatValue(field, after)}</bdi>
          </>
        )}
      </Text>
    )
  })
}

/** All changes, each with the values before and after side by side. What differs is marked. */
export function AllChanges({ changes }: { changes: FieldChange[] }) {
  const { words } = useLanguage()
  const { nameField, formatValue } = useFieldWords()
  return (
    <Stack gap="md">
      {changes.map(({ field, before, after }) => {
        const [shownBefore, shownAfter] = [formatValue(field, before), formatValue(field, after)]
        const [partsBefore, partsAfter] = splitDifference(shownBefore, shownAfter)
        const isSame = before === after
        return (
          <div key={field}>
            <Text size="sm" fw={600}>
              {nameField(field)} {isSame && before !== '' && `(${words.history.onlyFormatting})`}
            </Text>
            {!isSame && (
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
                <Value title={words.history.before} parts={partsBefore} isEmpty={before === ''} />
                <Value title={words.history.after} parts={partsAfter} isEmpty={after === ''} />
              </SimpleGrid>
            )}
          </div>
        )
      })}
    </Stack>
  )
}

interface ValueProps {
  title: string
  parts: readonly [start: string, changed: string, end: string]
  isEmpty: boolean
}

function Value({ title, parts: [start, changed, end], isEmpty }: ValueProps) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text size="sm" dir="auto" className="breakable" {...(isEmpty && { c: 'dimmed', fs: 'italic' })}>
        {start}
        {start + end === '' ? changed : <mark className={classes.changed}>{changed}</mark>}
        {end}
      </Text>
    </div>
  )
}
