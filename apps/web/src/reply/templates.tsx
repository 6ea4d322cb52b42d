import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '../language.tsx'
import { LeavingForm } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Section } from '../part/section.tsx'
import { type Answers, afterChange, queryClient, trpc } from '../trpc.ts'
import { type Kind, kinds } from './kind.ts'
import { PreviewedMail } from './previewed-mail.tsx'
import { rulesWords } from './rules-words.ts'
import { replyWords } from './words.ts'

type Rules = Answers['replyRules']['get']
type Template = Rules['templates'][number]

/** As the server has them, whose code the browser does not load. */
const SUBJECT_CHARACTERS_MAX = 150
const TEXT_CHARACTERS_MAX = 5_000

type Wording = Pick<Template, 'subject' | 'text'>

/** What a user has typed and not saved, and which text of which revision of the rules it replaces. */
interface Draft extends Wording {
  replaced: Wording
  revision: number
}
type Drafts = { [name in `${Kind} ${Locale}`]?: Draft | undefined }

const isSame = (one: Wording, other: Wording) => one.subject === other.subject && one.text === other.text

/** As the server does. */
const trim = ({ subject, text }: Wording): Wording => ({ subject: subject.trim(), text: text.trim() })

const locales = ['fr', 'en', 'ar'] as const satisfies readonly Locale[]

/** The company's texts: one of each kind and language. */
export function Templates({ rules }: { rules: Rules }) {
  const words = useWords(rulesWords)
  const replies = useWords(replyWords)
  const [kind, setKind] = useState<Kind>('refuse')
  const [locale, setLocale] = useState<Locale>('fr')
  const [drafts, setDrafts] = useState<Drafts>({})
  const template = rules.templates.find((each) => each.kind === kind && each.locale === locale)
  const name = `${kind} ${locale}` as const
  const isDirty = () => Object.values(drafts).some((draft) => draft !== undefined)
  return (
    <Section title={words.templates.title} maw={720}>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={words.templates.kind}
          value={kind}
          onChange={({ currentTarget }) => setKind(kinds.find((each) => each === currentTarget.value) ?? kind)}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {replies.kinds[each]}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label={words.templates.locale}
          value={locale}
          onChange={({ currentTarget }) => setLocale(locales.find((each) => each === currentTarget.value) ?? locale)}
        >
          {locales.map((each) => (
            <option key={each} value={each} lang={each}>
              {pageLanguages[each].name}
            </option>
          ))}
        </NativeSelect>
      </Group>
      {template && (
        <TemplateForm
          key={name}
          rules={rules}
          template={template}
          draft={drafts[name]}
          setDraft={(change) => setDrafts((before) => ({ ...before, [name]: change(before[name]) }))}
          isDirty={isDirty}
        />
      )}
    </Section>
  )
}

interface TemplateFormProps {
  rules: Rules
  template: Template
  draft: Draft | undefined
  setDraft: (change: (before: Draft | undefined) => Draft | undefined) => void
  /** Whether the user has typed anything, in this text or another, that is not saved. */
  isDirty: () => boolean
}

/** The form of one text, with its preview for a real applicant. */
function TemplateForm({ rules, template, draft, setDraft, isDirty }: TemplateFormProps) {
  const words = useWords(rulesWords)
  const { variables } = rules
  const { kind, locale, isOwn } = template
  const { subject, text } = draft ?? template
  const type = (typed: Partial<Wording>) =>
    setDraft((before) => {
      const next = { subject, text, replaced: template, revision: rules.revision, ...before, ...typed }
      return isSame(next, next.replaced) ? undefined : next
    })
  /** The newest revision if the text is still the one that the user has changed, so that other changes do not matter. */
  const revision = draft === undefined || isSame(draft.replaced, template) ? rules.revision : draft.revision
  const [problem, setProblem] = useState<string>()
  const changed = trpc.replyRules.get.queryFilter()
  const preview = useMutation(trpc.replyRules.previewTemplate.mutationOptions())
  const save = useMutation(
    trpc.replyRules.saveTemplate.mutationOptions({
      onSuccess: (_, { template: saved }) =>
        afterChange(saved ? words.templates.saved : words.templates.isReset, changed, () => {
          preview.reset()
          // What the user has typed since then is not saved yet, and replaces this text.
          setDraft((now) => (saved && now && !isSame(now, saved) ? { ...now, replaced: trim(saved) } : undefined))
        }).onSuccess(),
      onError: () => queryClient.invalidateQueries(changed),
    }),
  )
  /** Says what the server would refuse, as it does. */
  const findProblem = () => {
    if (subject.trim() === '' || text.trim() === '') return words.templates.required
    const used = [...`${subject}\n${text}`.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
    const unknown = used.find((name) => !variables.some((variable) => variable === name))
    return unknown === undefined ? undefined : words.templates.unknown(`{${unknown}}`)
  }
  const check = (act: () => void) => {
    const found = findProblem()
    setProblem(found)
    if (found === undefined) act()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check(() => save.mutate({ kind, locale, template: { subject, text }, revision }))
  }
  const { dir } = pageLanguages[locale]
  const error = save.error ?? preview.error
  return (
    <>
      <LeavingForm isDirty={isDirty} isSaving={save.isPending} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {isOwn ? words.templates.isOwn : words.templates.isBoards}
          </Text>
          {error && <Failure error={error} takesFocus />}
          <TextInput
            label={words.templates.subject}
            lang={locale}
            dir={dir}
            maxLength={SUBJECT_CHARACTERS_MAX}
            value={subject}
            onChange={({ currentTarget }) => type({ subject: currentTarget.value })}
          />
          <Textarea
            label={words.templates.body}
            description={words.templates.hint(variables.map((name) => `{${name}}`).join(' '))}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            lang={locale}
            dir={dir}
            autosize
            minRows={8}
            maxLength={TEXT_CHARACTERS_MAX}
            value={text}
            onChange={({ currentTarget }) => type({ text: currentTarget.value })}
            error={problem}
          />
          <Group gap="xs">
            <Button type="submit" loading={save.isPending}>
              {words.templates.save}
            </Button>
            <Button
              variant="default"
              loading={preview.isPending}
              onClick={() => check(() => preview.mutate({ kind, locale, template: { subject, text } }))}
            >
              {words.templates.preview}
            </Button>
            {isOwn && (
              <Button
                variant="default"
                loading={save.isPending}
                onClick={() => save.mutate({ kind, locale, template: null, revision })}
              >
                {words.templates.reset}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {preview.data && <PreviewedMail title={words.templates.example} mail={preview.data} />}
    </>
  )
}
