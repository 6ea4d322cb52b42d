import { withPlainDigits } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { parseInstant } from '@boardwalk/schema/iso-date'
import {
  ANSWERS_BYTES_MAX,
  type Answer,
  answerCharactersMax,
  findText,
  listTexts,
  type Question,
} from '@boardwalk/schema/questions'
import { listQuestions } from '@boardwalk/schema/terms'
import { hasAtMost } from '@boardwalk/schema/wording'
import type { Deps } from '../../deps.ts'
import type { AddedProblem, FormAddition } from '../../site/page-site.ts'
import { LABELS_FIELD, readLabels } from './read-labels.ts'
import { questionWords } from './words.ts'

/** Makes the name of the field of a question. A name has no brackets, which readers of forms take for a structure. */
export const toFieldName = (id: string): string => `answer.${encodeURIComponent(id)}`

/** Lists what was sent for a question. */
export function listSent(fields: Readonly<Record<string, unknown>>, id: string): string[] {
  const sent = fields[toFieldName(id)]
  const values = Array.isArray(sent) ? sent : [sent]
  return values.filter((value) => typeof value === 'string').map((value) => value.trim())
}

/** What became of the values that were sent for a question: an answer, which is `""` for none, or a mistake. */
type Reading = { value: string } | { fault: 'tooLong' | 'number' | 'date' | 'option' }

/** What is read of the field of one question. */
interface Found {
  answer?: Answer
  problem?: AddedProblem
}

/**
 * Reads the answers of a form. Each keeps the question as the applicant read it, also if the company has changed or removed the question
 * since. A required question that the applicant could not see is a mistake once: the page that tells of it asks it.
 */
export const readAnswers =
  (deps: Deps): FormAddition['read'] =>
  ({ site: { locale }, job }, fields) => {
    const labels = readLabels(deps, job.id, fields[LABELS_FIELD])
    const questions = listQuestions(job.extra)
    const found = questions.map((question) =>
      readField(question, { sent: listSent(fields, question.id), labels, locale }),
    )
    const gone = [...(labels ?? [])].filter(([id]) => questions.every((question) => question.id !== id))
    const answers = [
      ...found.flatMap(({ answer = [] }) => answer),
      ...gone.flatMap(([id, label]) => keepGone(fields, id, label)),
    ]
    return { answers, problems: [...found.flatMap(({ problem = [] }) => problem), ...findTooMuch(answers, locale)] }
  }

interface SentField {
  sent: string[]
  /** The labels that the applicant read. Undefined for a program, which saw no page. */
  labels: Map<string, string> | undefined
  locale: Locale
}

function readField(question: Question, { sent, labels, locale }: SentField): Found {
  const { id, type } = question
  const { problems } = questionWords[locale]
  const label = labels?.get(id) ?? findText(question.label, locale)
  const refuse = (rule: string, text: string): Found => {
    const path = toFieldName(id)
    return { problem: { path, message: `${path} ${rule}: the answer to ${JSON.stringify(label)}`, text } }
  }
  const reading = readAnswer(question, sent, locale)
  if ('fault' in reading) {
    const max = type === 'long' ? answerCharactersMax.long : answerCharactersMax.text
    return refuse(rules[reading.fault](max), problems[reading.fault](label, max))
  }
  const { value } = reading
  if (value !== '') return { answer: { id, label, value } }
  if (question.required !== true) return {}
  const isNew = labels !== undefined && !labels.has(id)
  return refuse('is required', problems[isNew ? 'isNew' : 'missing'](label))
}

/** Keeps the answer to a question that the company has removed since the applicant read it. */
function keepGone(fields: Readonly<Record<string, unknown>>, id: string, label: string): Answer[] {
  const value = listSent(fields, id).join('\n')
  return value !== '' && hasAtMost(answerCharactersMax.long, value) ? [{ id, label, value }] : []
}

/** Finds out whether the answers of a form are too long together. The longest one is named. */
function findTooMuch(answers: Answer[], locale: Locale): AddedProblem[] {
  const bytes = answers.reduce((sum, { id, label, value }) => sum + Buffer.byteLength(id + label + value), 0)
  const [longest] = answers.toSorted((a, b) => b.value.length - a.value.length)
  if (longest === undefined || bytes <= ANSWERS_BYTES_MAX) return []
  const path = toFieldName(longest.id)
  const message = `${path} is too long: all answers with their questions must be at most ${ANSWERS_BYTES_MAX} bytes`
  return [{ path, message, text: questionWords[locale].problems.tooMuch }]
}

const rules = {
  tooLong: (max: number) => `must be at most ${max} characters`,
  number: () => 'must be a number, such as 3 or 2.5',
  date: () => 'must be a date, such as 2026-12-31',
  option: () => 'must be one of the options',
}

const NUMBER = /^[+-]?\d{1,30}(?:[.,]\d{1,10})?$/
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

function readAnswer({ type, options }: Question, sent: string[], locale: Locale): Reading {
  const [value = ''] = sent
  switch (type) {
    case 'text':
    case 'long':
      return hasAtMost(answerCharactersMax[type], value) ? { value } : { fault: 'tooLong' }
    case 'number':
      return readNumber(value)
    case 'date':
      return readDate(value)
    case 'yes-no':
      return ['', 'yes', 'no'].includes(value) ? { value } : { fault: 'option' }
    case 'one':
    case 'several': {
      const chosen = sent.filter((each) => each !== '').map((each) => findOption(options ?? [], each, locale))
      if (chosen.includes(undefined) || (type === 'one' && chosen.length > 1)) return { fault: 'option' }
      return { value: [...new Set(chosen)].join('\n') }
    }
  }
}

function readNumber(sent: string): Reading {
  const number = withPlainDigits(sent).replaceAll(/[\s\u202f]/g, '')
  if (number === '') return { value: '' }
  return NUMBER.test(number) ? { value: number.replace(/^\+/, '').replace(',', '.') } : { fault: 'number' }
}

/** Reads a date as a browser sends it, or with the day first, as people in Morocco and France write it. */
function readDate(sent: string): Reading {
  const date = withPlainDigits(sent)
  if (date === '') return { value: '' }
  const iso = date.replace(
    DAY_FIRST,
    (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  const isDay = /^\d{4}-\d\d-\d\d$/.test(iso) && parseInstant(iso, {}) !== undefined
  return isDay ? { value: iso } : { fault: 'date' }
}

/** Finds an option by its text in any language, because a form keeps its values when the language changes. Returns the text of the page. */
function findOption(options: NonNullable<Question['options']>, sent: string, locale: Locale): string | undefined {
  const option = options.find((each) => listTexts(each).includes(sent))
  return option && findText(option, locale)
}
