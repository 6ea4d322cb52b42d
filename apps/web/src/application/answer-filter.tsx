import { listLabels } from '@boardwalk/schema/words/list-labels'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { Filter } from '../part/list.tsx'
import { commonWords } from '../part/words.ts'
import { trpc } from '../trpc.ts'

/** The part of a lookup that selects applications by their answer to a question of the job. */
interface AnswerLookup {
  question?: string | undefined
  answer?: string | undefined
}

interface AnswerFilterProps extends AnswerLookup {
  jobId: number
  onChoose: (lookup: AnswerLookup) => void
}

const write = (question: string, answer: string) => JSON.stringify([question, answer])

/** A choice among the answers to the questions of a job. It is absent if the job has no question with choices. */
export function AnswerFilter({ jobId, question, answer, onChoose }: AnswerFilterProps) {
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const { data } = useQuery(trpc.question.listOfJob.queryOptions({ jobId, locale }))
  const choices = data?.questions.flatMap(({ id, label, choices }) =>
    choices.map(({ value, text }) => [write(id, value), `${label} ${text}`] as const),
  )
  const names = new Map<string, string>(choices)
  const chosen = question === undefined || answer === undefined ? undefined : write(question, answer)
  // The company may have removed the question, or the user changed the language.
  if (chosen !== undefined && answer !== undefined && !names.has(chosen)) names.set(chosen, answer)
  if (names.size === 0) return null
  return (
    <Filter
      label={listLabels.answer[locale]}
      all={common.all}
      names={Object.fromEntries(names)}
      value={chosen}
      onChoose={(written) => {
        const [question, answer]: [string?, string?] = written === undefined ? [] : JSON.parse(written)
        onChoose({ question, answer })
      }}
    />
  )
}
