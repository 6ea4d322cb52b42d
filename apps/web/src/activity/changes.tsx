import {
  contractTypes,
  educationLevels,
  fieldLabels,
  jobStatuses,
  languages,
  payBases,
  payPeriods,
  termLabels,
  workHours,
  workModes,
} from '@boardwalk/schema/words/job-labels'
import { listLabels, yesOrNo } from '@boardwalk/schema/words/list-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import { Badge, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatKeyName } from '../format.ts'
import { jobWords } from '../job/words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Who } from '../part/value.tsx'
import type { Answers } from '../trpc.ts'
import classes from './changes.module.css'
import { splitDifference } from './difference.ts'
import { historyWords } from './history-words.ts'

type HistoryEntry = Answers['job']['history']['entries'][number]
export type FieldChange = HistoryEntry['changes'][number]

/** The longest value that is shown in one line with others. */
export const SHORT_CHARACTERS_MAX = 60

/** Who changed a job: a key with its name, a user, or the operator. */
export function ChangedBy({ by, usedKey }: Pick<HistoryEntry, 'by' | 'usedKey'>) {
  const words = useWords(historyWords)
  if (usedKey !== null) return <bdi>{words.key(formatKeyName(usedKey.name, usedKey.ending))}</bdi>
  return by === null ? words.user : <Who who={by} />
}

const trueOrFalse = { true: yesOrNo.yes, false: yesOrNo.no }

/** The labels of the values of fields that have a list of values. */
const valueLabels = new Map<string, Record<string, Translations>>(
  Object.entries({
    contractType: contractTypes,
    educationLevel: educationLevels,
    workMode: workModes,
    languages,
    displaySalary: trueOrFalse,
    status: jobStatuses,
    suspended: trueOrFalse,
    closed: trueOrFalse,
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
function useFieldWords() {
  const words = useWords(historyWords)
  const jobTexts = useWords(jobWords)
  const { locale, format } = useLanguage()
  const names = new Map([
    ...Object.entries(historyLabels).map(([name, labels]) => [name, labels[locale]] as const),
    ...Object.entries({
      status: listLabels.status[locale],
      externalId: listLabels.externalId[locale],
      extra: words.extra,
    }),
    ...Object.entries({ suspended: jobTexts.withheld.suspended, closed: words.closed }),
  ])
  const translate = (field: string, value: string) => valueLabels.get(field)?.[value]?.[locale] ?? value
  return {
    nameField: (field: string) => names.get(field) ?? field,
    formatValue(field: string, value: string): string {
      if (value === '') return words.empty
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
  const words = useWords(historyWords)
  const { nameField, formatValue } = useFieldWords()
  return changes.map(({ field, before, after, isIgnored }, index) => {
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
            <bdi>{formatValue(field, before)}</bdi> {words.arrow} <bdi>{formatValue(field, after)}</bdi>
          </>
        )}
        {isIgnored && <WithoutEffect />}
      </Text>
    )
  })
}

/** All changes of an entry. */
export const AllChanges = ({ changes }: { changes: FieldChange[] }) => (
  <Stack gap="md">
    {changes.map((change) => (
      <OneChange key={change.field} change={change} />
    ))}
  </Stack>
)

/** A change with the values before and after side by side. What differs is marked. `children` come after the name of the field. */
export function OneChange({ change, children }: { change: FieldChange; children?: ReactNode }) {
  const { field, before, after, isIgnored } = change
  const words = useWords(historyWords)
  const { nameField, formatValue } = useFieldWords()
  const [shownBefore, shownAfter] = [formatValue(field, before), formatValue(field, after)]
  const [partsBefore, partsAfter] = splitDifference(shownBefore, shownAfter)
  const isSame = before === after
  return (
    <div>
      <Text size="sm" fw={600}>
        {nameField(field)} {isSame && before !== '' && `(${words.onlyFormatting})`}
        {isIgnored && <WithoutEffect />}
      </Text>
      {children}
      {!isSame && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
          <Value title={words.before} parts={partsBefore} isEmpty={before === ''} />
          <Value title={words.after} parts={partsAfter} isEmpty={after === ''} />
        </SimpleGrid>
      )}
    </div>
  )
}

/** Says that the new value of a term has no effect. */
function WithoutEffect() {
  const words = useWords(historyWords)
  return (
    <>
      {' '}
      <Badge variant="light" color="yellow" size="sm">
        {words.withoutEffect}
      </Badge>
    </>
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
