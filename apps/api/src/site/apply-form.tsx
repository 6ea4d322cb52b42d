import { TRAP_FIELD } from '@boardwalk/core/intake/submit'
import { APPLY_FIELDS, ApplicationForm, type ApplyField, CV_BYTES_MAX, cvMimes } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { z } from 'zod'
import type { CompanySite, FormOnSite } from './page-site.ts'
import { applyPath } from './site.ts'
import type { Words } from './words/en.ts'
import { siteWords } from './words/site-words.ts'

/** Tells password managers that a field is not theirs: 1Password, Bitwarden, Dashlane and LastPass, in this order. */
const forPasswordManagers = {
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
  'data-lpignore': 'true',
}

type ApplyTextField = Exclude<ApplyField, 'cv' | 'consent'>

/** The texts that the applicant typed, by field. */
export type FormValues = Partial<Record<ApplyTextField, string>>

/** What is wrong with each field that the applicant must correct. */
export type FieldProblems = Partial<Record<ApplyField, string>>

/** What the form shows of an earlier sending, if there was one. */
export interface FormState {
  /** Identifies the form, so that a form that is sent twice becomes one application. */
  formId: string
  values?: FormValues | undefined
  isAgreed?: boolean | undefined
  /** The file name of the CV that came with an earlier sending and is kept. */
  keptCv?: string | undefined
  problems?: FieldProblems | undefined
}

export type ApplyFormProps = FormState & FormOnSite

/** The id of the form element. The buttons of the languages are outside the form and send it by this id. */
export const FORM_ID = 'apply-form'

/** The name of the buttons that send the form to its page in another language. Such a sending is no application. */
export const CARRY_FIELD = 'carry'

/** The name of the hidden field with the e-mail address about which the page asks, so that the same address passes the next time. */
export const ASKED_FIELD = 'askedEmail'

const { properties, required } = z.toJSONSchema(ApplicationForm, { io: 'input' })
/** Rounded down, so that every file of this size is accepted. */
export const CV_MEGABYTES_MAX = Math.floor(CV_BYTES_MAX / 1_000_000)

/** Finds the limit of a field, in characters, or in megabytes for the CV. */
function findMax(field: ApplyField): number {
  if (field === 'cv') return CV_MEGABYTES_MAX
  const schema = properties?.[field]
  return typeof schema === 'object' ? (schema.maxLength ?? 0) : 0
}

/** Says what is wrong with the value of a field. */
export function describeProblem(words: Words, field: ApplyField, value: unknown): string {
  const { missing, problem } = words.apply.fields[field]
  const isBlank = typeof value !== 'string' || value.trim() === ''
  if (field === 'email' && !isBlank && /[^ -~].*@/u.test(value)) return words.apply.accents
  return missing !== undefined && isBlank ? missing : problem(findMax(field))
}

const inputs: Record<Exclude<ApplyTextField, 'message'>, ComponentProps<'input'>> = {
  firstName: { autoComplete: 'given-name', dir: 'auto' },
  lastName: { autoComplete: 'family-name', dir: 'auto' },
  email: { type: 'email', autoComplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
  linkedinUrl: { type: 'url', autoComplete: 'url', dir: 'ltr' },
}

/**
 * The form to apply for a job. The CV comes after all texts, so that the server has read the texts when it finds that the CV is too
 * large. The browser checks nothing (`noValidate`): the server checks the whole form at once and answers in the page's language.
 */
export function ApplyForm({ formId, values, isAgreed, keptCv, problems = {}, ...form }: ApplyFormProps) {
  const { site, job } = form
  const { locale, company } = site
  const words = siteWords[locale]
  return (
    <form
      {...{ id: FORM_ID, method: 'post', encType: 'multipart/form-data', noValidate: true }}
      action={applyPath(locale, company, job)}
      {...(values === undefined &&
        Object.assign({}, ...site.slots.map((slots) => slots.newFormAttributes?.({ site, job }))))}
    >
      <input type="hidden" name="formId" value={formId} />
      {keptCv !== undefined && <input type="hidden" name="keptCv" value="yes" />}
      {problems.email !== undefined && <input type="hidden" name={ASKED_FIELD} value={values?.email} />}
      <TrapField words={words} />
      {APPLY_FIELDS.map((field) => {
        const props = { locale, field, problem: problems[field] }
        if (field === 'consent') return <Consent key={field} {...props} site={site} isAgreed={isAgreed} />
        if (field === 'cv')
          return (
            <Fragment key={field}>
              {site.slots.map(({ form: added }) => added && <added.Fields key={added.Fields.name} {...form} />)}
              <Cv {...props} site={site} keptCv={keptCv} />
            </Fragment>
          )
        return <TextField key={field} {...props} field={field} value={values?.[field]} />
      })}
      <label className="sending" hidden>
        {words.apply.sending} <progress max="1" value="0" />
      </label>
      <p className="problem" role="alert" data-offline="" hidden>
        {words.apply.offline}
      </p>
      <button type="submit">{words.apply.send}</button>
    </form>
  )
}

/** A field that people do not see. `inert` hides it from the keyboard, assistive technology and autofill; the other attributes are for older browsers. */
export function TrapField({ words }: { words: Words }) {
  return (
    <div className="trap" aria-hidden="true" inert>
      <label htmlFor={TRAP_FIELD}>{words.apply.trap}</label>
      <input type="text" id={TRAP_FIELD} name={TRAP_FIELD} tabIndex={-1} autoComplete="off" {...forPasswordManagers} />
    </div>
  )
}

interface FieldProps {
  locale: Locale
  field: ApplyField
  problem: string | undefined
}

const isRequired = (field: ApplyField) => required?.includes(field) ?? false

/** The attributes of a control: its name, and the elements that hold its hint and its problem. */
function buildControlProps({ field, problem }: FieldProps, hint: string | undefined) {
  const described = [hint && `${field}-hint`, problem && `${field}-problem`].filter(Boolean).join(' ')
  return {
    id: field,
    name: field,
    required: isRequired(field),
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': described || undefined,
  }
}

function Problem({ field, problem }: FieldProps) {
  return (
    problem && (
      <p className="problem" id={`${field}-problem`}>
        {problem}
      </p>
    )
  )
}

/** A field of the form: its label, hint and problem, above its control. */
function Field({ hint, children, ...props }: FieldProps & { hint: string | undefined; children: ReactNode }) {
  const { locale, field } = props
  return (
    <div className={`field ${field}`}>
      <label htmlFor={field}>
        {applyFieldLabels[field][locale]}{' '}
        {!isRequired(field) && <span className="soft">({siteWords[locale].apply.optional})</span>}
      </label>
      {hint && (
        <p className="hint" id={`${field}-hint`}>
          {hint}
        </p>
      )}
      <Problem {...props} />
      {children}
    </div>
  )
}

function TextField({ field, value, ...props }: FieldProps & { field: ApplyTextField; value: string | undefined }) {
  const { hint } = siteWords[props.locale].apply.fields[field]
  const common = {
    defaultValue: value,
    maxLength: findMax(field),
    // With a placeholder, the stylesheet can tell whether the field is empty.
    placeholder: ' ',
    ...buildControlProps({ field, ...props }, hint),
  }
  return (
    <Field field={field} {...props} hint={hint}>
      {field === 'message' ? <textarea {...common} dir="auto" /> : <input type="text" {...common} {...inputs[field]} />}
    </Field>
  )
}

/** Names the types of files that a CV may be, as a list in a language. */
export const nameCvTypes = ({ locale, cvTypes }: Pick<CompanySite, 'locale' | 'cvTypes'>): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    cvTypes.map((type) => siteWords[locale].apply.cvTypes[type]),
  )

function Cv({ site, keptCv, ...props }: FieldProps & { site: CompanySite; keptCv: string | undefined }) {
  const { apply } = siteWords[props.locale]
  const hint = apply.cvHint(nameCvTypes(site), CV_MEGABYTES_MAX)
  const accept = site.cvTypes.flatMap((type) => [cvMimes[type], `.${type}`]).join()
  return (
    <Field {...props} hint={hint}>
      {keptCv !== undefined && <p className="kept">{apply.cvKept(keptCv)}</p>}
      <input
        {...{ type: 'file', accept, ...buildControlProps(props, hint) }}
        data-bytes-max={CV_BYTES_MAX}
        data-too-large={apply.cvTooLarge(CV_MEGABYTES_MAX)}
      />
    </Field>
  )
}

function Consent({ site, isAgreed, ...props }: FieldProps & { site: CompanySite; isAgreed: boolean | undefined }) {
  const { name, privacy } = site.company
  const { apply } = siteWords[props.locale]
  return (
    <div className="field consent">
      <Problem {...props} />
      <label>
        <input type="checkbox" value="yes" defaultChecked={isAgreed} {...buildControlProps(props, undefined)} />
        <span>{apply.consent(name)}</span>
      </label>
      {privacy !== null && (
        <details className="privacy">
          <summary>{apply.privacy(name)}</summary>
          <p className="lines" dir="auto">
            <WithLinks text={privacy} />
          </p>
        </details>
      )}
    </div>
  )
}

/** Plain text with links at its https addresses. */
function WithLinks({ text }: { text: string }) {
  // The pattern has a group, so every second part is an address. The full stop of a sentence is not part of an address.
  return text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)\]،؛؟])/u).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may come twice, and the text is rendered once.
      <a key={index} href={part} target="_blank" rel="noopener">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
