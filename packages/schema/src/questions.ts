import { z } from 'zod'
import { Language, Locale } from './company.ts'
import type { Issue } from './error.ts'
import { isObject } from './json.ts'
import { describeIssues, formatValue, mustBe, nonBlankText, oneOf, visibleLine } from './wording.ts'

/*
 * The questions that a job puts to its applicants, and their answers. A caller sends the questions as a member of the extra field
 * `boardwalk`, so a mistake is never refused: a wrong question is not asked, and a warning names it.
 */

/** The name of the member of `boardwalk`. */
export const QUESTIONS_MEMBER = 'questions'

/** The most questions of a job. */
export const QUESTIONS_MAX = 20
/** The most options of a question. */
export const OPTIONS_MAX = 50
export const QUESTION_ID_CHARACTERS_MAX = 100
const LABEL_CHARACTERS_MAX = 200
const HELP_CHARACTERS_MAX = 500
export const OPTION_CHARACTERS_MAX = 200

export const QuestionType = oneOf(['text', 'long', 'number', 'date', 'yes-no', 'one', 'several']).meta({
  id: 'QuestionType',
})
export type QuestionType = z.infer<typeof QuestionType>

/** A text that people read: one for all languages, or one for each of some languages. */
function inLanguages(charactersMax: number, example: string) {
  const line = visibleLine(charactersMax)
  const byLanguage = z
    .object(
      {
        fr: line.optional(),
        en: line.optional(),
        ar: line.optional(),
      },
      mustBe(`a text, or texts by language, such as {"fr": "${example}"}`),
    )
    .refine((texts) => Object.keys(texts).length > 0, {
      error: `must have a text in fr, en or ar, such as {"fr": "${example}"}`,
    })
  return z.union([line, byLanguage])
}
type Texts = z.infer<ReturnType<typeof inLanguages>>

const needsOptions = (type: QuestionType) => type === 'one' || type === 'several'

/** A question of a job, as a caller sends it. */
export const Question = z
  .object(
    {
      id: nonBlankText(QUESTION_ID_CHARACTERS_MAX)
        .refine((id) => !/\p{Cc}/u.test(id), { error: 'must not have control characters' })
        .describe('Your id of the question. The answer has it, too.')
        .meta({ examples: ['permit'] }),
      label: inLanguages(LABEL_CHARACTERS_MAX, 'Avez-vous le permis B ?')
        .describe('The question: a text, or one text for each language of the form (`fr`, `en`, `ar`).')
        .meta({ examples: [{ fr: 'Avez-vous le permis B ?', en: 'Do you have a driving licence?' }] }),
      help: inLanguages(HELP_CHARACTERS_MAX, 'Un permis provisoire suffit.')
        .nullish()
        .describe('A hint below the question, as a text or one for each language.')
        .meta({ examples: ['Un permis provisoire suffit.'] }),
      type: QuestionType.describe(
        'What people answer: a line of text (`text`), several lines (`long`), a number, a date, yes or no, one of the options, or several of them.',
      ).meta({ examples: ['yes-no'] }),
      options: z
        .array(inLanguages(OPTION_CHARACTERS_MAX, 'Un mois'), mustBe('a list of texts'))
        .min(1, { error: 'must have at least one option' })
        .max(OPTIONS_MAX, { error: `must have at most ${OPTIONS_MAX} options` })
        .nullish()
        .describe('For `one` and `several`: what people choose from.')
        .meta({ examples: [['Immédiate', 'Un mois', 'Trois mois']] }),
      required: z
        .boolean(mustBe('true or false'))
        .nullish()
        .describe('Whether people must answer. Default: `false`.')
        .meta({ examples: [true] }),
      language: Language.nullish()
        .describe('The language of texts that are not given by language. Without it, the board guesses none.')
        .meta({ examples: ['fr'] }),
    },
    mustBe('a question, such as {"id": "permit", "label": "Permis B ?", "type": "yes-no"}'),
  )
  .superRefine(({ type, options }, ctx) => {
    if (needsOptions(type) && !options)
      ctx.addIssue({ code: 'custom', path: ['options'], message: `is required for the type "${type}"` })
  })
export type Question = z.infer<typeof Question>

/** What a caller sends as `boardwalk.questions`, for the documents. The board reads it with `readQuestions`. */
export const SentQuestions = z
  .array(Question)
  .max(QUESTIONS_MAX)
  .nullish()
  .describe(
    `Questions of the form on the job page, at most ${QUESTIONS_MAX}. A candidate has the answers as \`answers\`. A wrong question is not asked, and the answer warns of it with \`question_ignored\`.`,
  )

/** The most mistakes that are named. */
const ISSUES_MAX = 20

/** Reads the questions in a value of the field `boardwalk`, which is at `parent`. Each wrong question is an issue and is left out. */
export function readQuestions(boardwalk: unknown, parent = ''): { questions: Question[]; issues: Issue[] } {
  const sent = isObject(boardwalk) ? boardwalk[QUESTIONS_MEMBER] : undefined
  if (sent === undefined || sent === null) return { questions: [], issues: [] }
  const path = `${parent}.${QUESTIONS_MEMBER}`
  if (!Array.isArray(sent))
    return {
      questions: [],
      issues: [{ path, message: `${path} must be a list of questions, not ${formatValue(sent)}` }],
    }
  const questions: Question[] = []
  const issues: Issue[] = []
  for (const [index, each] of sent.slice(0, QUESTIONS_MAX).entries()) {
    const { data, error } = Question.safeParse(each)
    const isRepeated = questions.some(({ id }) => id === data?.id)
    if (data !== undefined && !isRepeated) questions.push(data)
    else if (data !== undefined) issues.push(describeRepeated(`${path}.${index}.id`, data.id))
    else issues.push(...describeIssues({ issues: error.issues.map((issue) => placeIn(issue, `${path}.${index}`)) }))
  }
  if (sent.length > QUESTIONS_MAX)
    issues.push({
      path,
      message: `${path} has ${sent.length} questions, and the board asks the first ${QUESTIONS_MAX}`,
    })
  return { questions, issues: issues.slice(0, ISSUES_MAX) }
}

const placeIn = <Issue extends { path: PropertyKey[] }>(issue: Issue, path: string): Issue => ({
  ...issue,
  path: [path, ...issue.path],
})

const describeRepeated = (path: string, id: string): Issue => ({
  path,
  message: `${path} is ${formatValue(id)}, which an earlier question has: each question needs an id of its own`,
})

/** Finds the text for a page in a language: that of the language, or else the first one that there is. */
export function findText(texts: Texts, locale: Locale): string {
  if (typeof texts === 'string') return texts
  return texts[locale] ?? Locale.options.map((each) => texts[each]).find((each) => each !== undefined) ?? ''
}

/** Lists a text in all its languages. */
export const listTexts = (texts: Texts): string[] => (typeof texts === 'string' ? [texts] : Object.values(texts))

/** Finds all texts of an option, which people may have chosen in another language. A text that is no option stays alone. */
export function listOptionTexts({ options }: Pick<Question, 'options'>, text: string): string[] {
  const option = options?.find((each) => listTexts(each).includes(text))
  return option === undefined ? [text] : listTexts(option)
}

/** The most bytes of all answers of an application in UTF-8, with their ids and labels: its row stays under 64 KiB. */
export const ANSWERS_BYTES_MAX = 36_000
/** The most characters of an answer, by the type of its question. */
export const answerCharactersMax = { text: 300, long: 3000 } as const

/** One answer of an applicant, with the question as the applicant read it. */
export const Answer = z
  .object({
    id: z
      .string()
      .describe('Your id of the question.')
      .meta({ examples: ['permit'] }),
    label: z
      .string()
      .describe('The question, as the applicant read it.')
      .meta({ examples: ['Avez-vous le permis B ?'] }),
    value: z
      .string()
      .describe(
        'The answer. A number has a full stop, a date is `2026-12-31`, yes or no is `yes` or `no`. Of several options, each is a line.',
      )
      .meta({ examples: ['yes'] }),
  })
  .meta({ id: 'Answer' })
export type Answer = z.infer<typeof Answer>
