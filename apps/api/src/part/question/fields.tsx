import { Locale } from '@boardwalk/schema/company'
import { answerCharactersMax, findText, listTexts, type Question } from '@boardwalk/schema/questions'
import { listQuestions } from '@boardwalk/schema/terms'
import type { ReactNode } from 'react'
import type { Deps } from '../../deps.ts'
import type { FormOnSite } from '../../site/page-site.ts'
import { siteWords } from '../../site/words/site-words.ts'
import { listSent, toFieldName } from './answers.ts'
import { LABELS_FIELD, readLabels, writeLabels } from './read-labels.ts'
import { questionWords } from './words.ts'

/** From this number of options on, one of them is chosen from a list that opens. */
const MENU_OPTIONS_MIN = 8

/**
 * Makes the fields of a job's questions. The form works without a script, and keeps what was sent, but not for a question that the
 * company has changed since the applicant read it.
 */
export const createQuestionFields = (deps: Deps) =>
  function QuestionFields({ site: { locale }, job, sent = {}, addedProblems = {} }: FormOnSite) {
    const questions = listQuestions(job.extra)
    if (questions.length === 0) return null
    const labels = readLabels(deps, job.id, sent[LABELS_FIELD])
    return (
      <>
        <input type="hidden" name={LABELS_FIELD} value={writeLabels(deps, job.id, questions, locale)} />
        {questions.map((question) => {
          const name = toFieldName(question.id)
          const isAsRead = labels === undefined || listTexts(question.label).includes(labels.get(question.id) ?? '')
          const kept = isAsRead ? listSent(sent, question.id) : []
          const props = { question, name, locale, sent: kept, problem: addedProblems[name] }
          return isChoice(question) ? <Choices key={name} {...props} /> : <TextField key={name} {...props} />
        })}
      </>
    )
  }

interface FieldProps {
  question: Question
  /** The name of the field, which is also the id of its element. */
  name: string
  locale: Locale
  /** What was sent for the question before. */
  sent: string[]
  problem: string | undefined
}

/** Whether people choose among buttons. */
const isChoice = ({ type, options }: Question): boolean =>
  type === 'yes-no' || type === 'several' || (type === 'one' && (options ?? []).length < MENU_OPTIONS_MIN)

interface CompanyTextProps extends Pick<FieldProps, 'question' | 'locale'> {
  texts: Question['label']
}

/** A text of the company, which has its own language and direction. */
function CompanyText({ texts, question: { language }, locale }: CompanyTextProps) {
  const text = findText(texts, locale)
  const own = typeof texts === 'string' ? language : Locale.options.find((each) => texts[each] === text)
  return <bdi lang={own ?? undefined}>{text}</bdi>
}

/** The label of a question, and whether it may be left out. */
const Label = ({ question, locale }: FieldProps) => (
  <>
    <CompanyText texts={question.label} question={question} locale={locale} />{' '}
    {question.required !== true && <span className="soft">({siteWords[locale].apply.optional})</span>}
  </>
)

const hasHint = ({ question: { help, type } }: FieldProps): boolean => Boolean(help) || type === 'date'

function Hint(props: FieldProps) {
  const { question, name, locale } = props
  if (!hasHint(props)) return null
  return (
    <p className="hint" id={`${name}-hint`}>
      {question.help ? <CompanyText texts={question.help} {...props} /> : questionWords[locale].dateHint}
    </p>
  )
}

const Problem = ({ name, problem }: FieldProps) =>
  problem && (
    <p className="problem" id={`${name}-problem`}>
      {problem}
    </p>
  )

/** The ids of the elements that describe the field. */
const describe = (props: FieldProps) =>
  [hasHint(props) && `${props.name}-hint`, props.problem && `${props.name}-problem`].filter(Boolean).join(' ') ||
  undefined

function TextField(props: FieldProps) {
  const { question, name, locale, sent, problem } = props
  const [value] = sent
  const common = {
    id: name,
    name,
    defaultValue: value,
    required: question.required === true,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': describe(props),
    // With a placeholder, the stylesheet can tell whether the field is empty.
    placeholder: ' ',
  }
  return (
    <div className="field">
      <label htmlFor={name}>
        <Label {...props} />
      </label>
      <Hint {...props} />
      <Problem {...props} />
      {controls[question.type as keyof typeof controls](common, question, locale)}
    </div>
  )
}

interface Common {
  id: string
  name: string
  defaultValue: string | undefined
  placeholder: string
}

/** The control of each type of question without buttons. */
const controls = {
  text: (common: Common) => <input type="text" dir="auto" maxLength={answerCharactersMax.text} {...common} />,
  long: (common: Common) => <textarea dir="auto" maxLength={answerCharactersMax.long} {...common} />,
  number: (common: Common) => <input type="text" inputMode="decimal" dir="ltr" maxLength={40} {...common} />,
  date: (common: Common) => <input type="text" inputMode="numeric" dir="ltr" maxLength={20} {...common} />,
  one: ({ placeholder: _, ...common }: Common, { options }: Question, locale: Locale) => (
    <select {...common} defaultValue={findShown(options ?? [], common.defaultValue, locale)}>
      <option value="">{questionWords[locale].choose}</option>
      {(options ?? []).map((option) => {
        const text = findText(option, locale)
        return <option key={text}>{text}</option>
      })}
    </select>
  ),
} satisfies Partial<Record<Question['type'], (common: Common, question: Question, locale: Locale) => ReactNode>>

/** Finds the option that was sent, in the language of the page. */
const findShown = (options: NonNullable<Question['options']>, sent: string | undefined, locale: Locale): string => {
  const option = options.find((each) => sent !== undefined && listTexts(each).includes(sent))
  return option === undefined ? '' : findText(option, locale)
}

function Choices(props: FieldProps) {
  const { question, name, locale, sent, problem } = props
  const words = questionWords[locale]
  const choices =
    question.type === 'yes-no'
      ? (['yes', 'no'] as const).map((value) => ({ value, text: words[value], isChosen: sent.includes(value) }))
      : (question.options ?? []).map((option) => ({
          value: findText(option, locale),
          text: <CompanyText texts={option} {...props} />,
          isChosen: listTexts(option).some((each) => sent.includes(each)),
        }))
  return (
    <fieldset className="field choices" aria-describedby={describe(props)}>
      <legend>
        <Label {...props} />
      </legend>
      <Hint {...props} />
      <Problem {...props} />
      {choices.map(({ value, text, isChosen }, index) => (
        <label key={value}>
          <input
            {...{ type: question.type === 'several' ? 'checkbox' : 'radio', name, value, defaultChecked: isChosen }}
            // The list of problems links to the first choice.
            id={index === 0 ? name : undefined}
            aria-invalid={problem !== undefined || undefined}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
