import { Locale } from '@boardwalk/schema/company'
import { oneOf, shownText, text } from '@boardwalk/schema/wording'
import { z } from 'zod'

/* The texts with which a company replies to applicants, in the language of the form. */

/** What a reply tells a person: that the application is being read, that the company wants to meet them, or that it refuses. */
export const ReplyKind = oneOf(['acknowledge', 'invite', 'refuse'])
export type ReplyKind = z.infer<typeof ReplyKind>

/** What a template can name: the person's first name, the title of the job, and the company. */
export const VARIABLES = ['name', 'job', 'company'] as const
type Variable = (typeof VARIABLES)[number]

const SUBJECT_CHARACTERS_MAX = 150
const TEXT_CHARACTERS_MAX = 5_000

const findVariables = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
const isVariable = (name: string): name is Variable => VARIABLES.some((variable) => variable === name)

/** Refuses a text with an unknown variable. The board could not fill it in, so the applicant would read `{…}`. */
const withKnownVariables = (schema: z.ZodString) =>
  schema.superRefine((value, ctx) => {
    const unknown = findVariables(value).find((name) => !isVariable(name))
    if (unknown === undefined) return
    const known = VARIABLES.map((name) => `{${name}}`).join(', ')
    ctx.addIssue({ code: 'custom', message: `has no variable {${unknown}}; there are ${known}` })
  })

const isBlank = (value: string) => value.trim() === ''

/** A template as a user writes it. */
export const Template = z.object({
  subject: withKnownVariables(shownText(SUBJECT_CHARACTERS_MAX))
    .transform((value) => value.trim())
    .refine((value) => !isBlank(value) && !/\p{Cc}/u.test(value), { error: 'must be one line that is not blank' }),
  text: withKnownVariables(text(TEXT_CHARACTERS_MAX))
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .refine((value) => !isBlank(value), { error: 'must not be blank' }),
})
export type Template = z.infer<typeof Template>

/** Which of a company's templates. */
export const TemplateAddress = z.object({ kind: ReplyKind, locale: Locale })
export type TemplateAddress = z.infer<typeof TemplateAddress>

/** The templates that a company has written itself, by kind and language. */
export type OwnTemplates = Partial<Record<ReplyKind, Partial<Record<Locale, Template>>>>

/** Fills in a template. A name that a mail cannot show is left out, with the blanks before it. */
export function fillIn(template: string, values: Record<Variable, string>): string {
  const named = values.name === '' ? template.replaceAll(/[ \u00a0]*\{name\}/g, '') : template
  return named.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}
