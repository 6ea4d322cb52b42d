import type { Locale } from '@boardwalk/schema/company'
import {
  COMPANY_DESCRIPTION_CHARACTERS_MAX,
  COMPANY_NAME_CHARACTERS_MAX,
  COMPANY_PRIVACY_CHARACTERS_MAX,
} from '@boardwalk/schema/limits'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Button, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageOptions, useWords } from '../language.tsx'
import { LeavingForm } from '../part/dialog.tsx'
import { CurrencyOptions, Form, problem, requireText } from '../part/form.tsx'
import { NewTabLink } from '../part/link.tsx'
import { Message } from '../part/message.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Who } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, type BackOfficeError, queryClient, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { Cover, Logo } from './pictures.tsx'
import { PushRule } from './push-rule.tsx'
import { Retention } from './retention.tsx'
import { type CompanyWords, companyWords } from './words.ts'

type Company = Answers['company']['get']

/** The page where users edit what job seekers read about the company, when its jobs are unpublished, and how long it keeps applications. */
export function CompanyProfile() {
  const words = useWords(companyWords)
  const common = useWords(commonWords)
  const { isSuspended } = useMe().company
  const company = useQuery(trpc.company.get.queryOptions(undefined, { refetchOnWindowFocus: false }))
  return (
    <Page title={common.pageNames.company}>
      <Loaded query={company}>
        {(data) => (
          <>
            <Text>
              {words.text}{' '}
              {!isSuspended && (
                <NewTabLink href={`/${data.locale}/companies/${data.slug}`} underline="always">
                  {words.openSite}
                </NewTabLink>
              )}
            </Text>
            <Logo logoUrl={data.logoUrl} />
            <Cover coverUrl={data.coverUrl} />
            <ProfileForm company={data} />
            <PushRule />
            <Retention />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const fieldNames = ['name', 'description', 'website', 'contactEmail', 'privacy', 'currency', 'locale'] as const
type FieldName = (typeof fieldNames)[number]
type FormValues = Record<Exclude<FieldName, 'locale'>, string> & { locale: Locale }

const toFormValues = ({
  name,
  description,
  website,
  contactEmail,
  privacy,
  currency,
  locale,
}: Company): FormValues => ({
  name,
  locale,
  description: description ?? '',
  website: website ?? '',
  contactEmail: contactEmail ?? '',
  privacy: privacy ?? '',
  currency: currency ?? '',
})

type ProblemWords = CompanyWords['problems']

const problems: Record<FieldName, (words: ProblemWords) => string> = {
  name: ({ name }) => name(COMPANY_NAME_CHARACTERS_MAX),
  description: ({ tooLong }) => tooLong(COMPANY_DESCRIPTION_CHARACTERS_MAX),
  website: ({ website }) => website,
  contactEmail: ({ contactEmail }) => contactEmail,
  privacy: ({ tooLong }) => tooLong(COMPANY_PRIVACY_CHARACTERS_MAX),
  currency: ({ notInList }) => notInList,
  locale: ({ notInList }) => notInList,
}

/** The form of the company's texts. It sends only what was changed in it. */
function ProfileForm({ company }: { company: Company }) {
  const words = useWords(companyWords)
  const common = useWords(commonWords)
  // The profile in the form. `company` may be newer.
  const [opened, setOpened] = useState(company)
  const [changed, setChanged] = useState<FieldName[]>([])
  const form = useForm<FormValues>({
    mode: 'uncontrolled',
    initialValues: toFormValues(company),
    validate: { name: requireText },
  })
  /** Shows a newer profile in the form, but for the values in `kept`, which the user has typed. */
  const show = (newer: Company, kept: Partial<FormValues> = {}) => {
    setOpened(newer)
    form.resetDirty(toFormValues(newer))
    const shown = { ...toFormValues(newer), ...kept }
    // Each by itself: only a field whose value differs is made anew, and the user may be in another one.
    for (const name of fieldNames) form.setFieldValue(name, shown[name])
  }
  const update = useMutation(trpc.company.update.mutationOptions())
  const showConflict = useMutation<Company, BackOfficeError>({
    mutationFn: () => queryClient.fetchQuery({ ...trpc.company.get.queryOptions(), staleTime: 0 }),
    onSuccess(newer) {
      const stored = toFormValues(newer)
      setChanged(fieldNames.filter((name) => toFormValues(opened)[name] !== stored[name]))
      show(newer, pickDirty(form.getValues()))
    },
  })
  const pickDirty = (values: FormValues): Partial<FormValues> =>
    Object.fromEntries(fieldNames.filter((name) => form.isDirty(name)).map((name) => [name, values[name]]))
  const submit = form.onSubmit((sent) =>
    update.mutate(
      { ...pickDirty(sent), revision: opened.revision },
      {
        async onSuccess(saved) {
          const now = form.getValues()
          const newer = fieldNames.filter((name) => now[name] !== sent[name])
          show(saved, Object.fromEntries(newer.map((name) => [name, now[name]])))
          setChanged([])
          notifications.show({ message: words.saved })
          await queryClient.invalidateQueries(trpc.company.pathFilter())
          await queryClient.invalidateQueries(trpc.session.me.queryFilter())
        },
        onError({ data }) {
          if (data?.code === 'company_changed') return showConflict.mutate()
          const names = (data?.issues ?? []).map(({ path }) => path)
          const explain = (name: FieldName) => problem((locale) => problems[name](companyWords[locale].problems))
          form.setErrors(Object.fromEntries(names.filter(isField).map((name) => [name, explain(name)])))
        },
      },
    ),
  )
  const error = update.error?.data?.code === 'company_changed' ? showConflict.error : update.error
  const field = (name: FieldName) => ({
    label: words.fields[name],
    ...form.getInputProps(name),
    key: form.key(name),
  })
  return (
    <Paper withBorder p="lg" maw={720}>
      <Form
        mutation={{ isPending: update.isPending || showConflict.isPending, error }}
        act={common.save}
        onSubmit={submit}
      >
        {changed.length > 0 && (
          <Conflict
            stored={opened}
            changed={changed}
            isMineToo={(name) => form.isDirty(name)}
            isSaving={update.isPending}
            discard={() => {
              show(opened)
              setChanged([])
            }}
          />
        )}
        <TextInput {...field('name')} dir="auto" required maxLength={COMPANY_NAME_CHARACTERS_MAX} />
        <Textarea {...field('description')} rows={6} dir="auto" description={words.descriptionHint} />
        <TextInput {...field('website')} type="url" dir="ltr" placeholder="https://" />
        <TextInput {...field('contactEmail')} type="email" dir="ltr" description={words.contactEmailHint} />
        <Textarea {...field('privacy')} rows={4} dir="auto" description={words.privacyHint} />
        <NativeSelect {...field('currency')} description={words.currencyHint}>
          <option value="">{words.currencyOfCountry}</option>
          <CurrencyOptions />
        </NativeSelect>
        <NativeSelect {...field('locale')} description={words.localeHint}>
          {languageOptions}
        </NativeSelect>
      </Form>
      <LeavingForm isDirty={form.isDirty} isSaving={update.isPending} />
    </Paper>
  )
}

interface ConflictProps {
  /** The profile that is stored now. */
  stored: Company
  /** The fields that another user changed after this form was opened. */
  changed: FieldName[]
  /** Whether the user of this form changed the field, too. */
  isMineToo: (name: FieldName) => boolean
  isSaving: boolean
  discard: () => void
}

/** Lists which fields another user changed after the form was opened, and which of them a save would replace. */
function Conflict({ stored, changed, isMineToo, isSaving, discard }: ConflictProps) {
  const words = useWords(companyWords)
  const shown = { ...toFormValues(stored), locale: pageLanguages[stored.locale].name }
  return (
    <Message cause={stored} role="alert" color="yellow" title={words.changed.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{words.changed.text}</Text>
        <ul style={{ margin: 0 }}>
          {changed.map((name) => (
            <li key={name}>
              {words.fields[name]} (<Who who={stored.changedBy[name] ?? ''} />)
              {isMineToo(name) && (
                <>
                  <Text size="sm">{words.changed.replaces}</Text>
                  <Text
                    component="blockquote"
                    size="sm"
                    fs="italic"
                    dir="auto"
                    m={0}
                    style={{ whiteSpace: 'pre-line' }}
                  >
                    {shown[name] === '' ? words.changed.empty : shown[name]}
                  </Text>
                </>
              )}
            </li>
          ))}
        </ul>
        <Button size="xs" variant="default" onClick={discard} disabled={isSaving}>
          {words.changed.discard}
        </Button>
      </Stack>
    </Message>
  )
}

const isField = (path: string): path is FieldName => fieldNames.some((name) => name === path)
