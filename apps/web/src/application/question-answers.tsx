import { yesOrNo } from '@boardwalk/schema/words/list-labels'
import { Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Fact, Facts } from '../part/section.tsx'
import type { Answers } from '../trpc.ts'
import classes from './application.module.css'

/** What a person answered to the questions of the job. The texts are those of the person and of the ATS. */
export function QuestionAnswers({ answers }: Pick<Answers['application']['get'], 'answers'>) {
  const { locale } = useLanguage()
  if (answers.length === 0) return null
  return (
    <Facts>
      {answers.map(({ id, label, value }) => (
        <Fact
          key={id}
          name={label}
          value={
            <Text dir="auto" className={classes.message}>
              {value === 'yes' || value === 'no' ? yesOrNo[value][locale] : value}
            </Text>
          }
        />
      ))}
    </Facts>
  )
}
