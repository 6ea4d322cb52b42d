import type { Locale } from '@boardwalk/schema/company'
import { COMPANY_DESCRIPTION_CHARACTERS_MAX, COMPANY_NAME_CHARACTERS_MAX } from '@boardwalk/schema/field-limits'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Anchor, Button, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Leaving } from '../part/leaving.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { Logo } from './logo.tsx'
import { Retention } from './retention.tsx'

type Company = Answers['company']['get']

/** The page where administrators edit what job seekers read about the company, and how long it keeps applications. */
export function CompanyProfile() {
  const { words } = useLanguage()
  const company = useQuery(trpc.company.get.queryOptions(undefined, { refetchOnWindowFocus: false }))
  return (
    <Page title={words.shell.pages.company}>
      <Loaded query={company}>
        {(read) => (
          <>
            <Text>
              {words.company.text}{' '}
              <Anchor href={`/${read.locale}/companies/${read.slug}`} target="_blank" rel="noopener" underline="always">
                {words.company.openSite} <IconExternalLink size={14} aria-label={words.opensInNewTab} />
              </Anchor>
            </Text>
            <Logo logoUrl={read.logoUrl} />
            <ProfileForm company={read} />
            <Retention />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function ProfileForm({ company }: { company: Company }) {
  const { words } = useLanguage()
  const form = useForm<{ name: string; description: string; website: string; locale: Locale }>({
    mode: 'uncontrolled',
    initialValues: {
      name: company.name,
      description: company.description ?? '',
      website: company.website ?? '',
      locale: company.locale,
    },
    validate: { name: (value) => (value.trim() === '' ? words.required : null) },
  })
  const problems = {
    name: words.company.problems.name(COMPANY_NAME_CHARACTERS_MAX),
    description: words.company.problems.description(COMPANY_DESCRIPTION_CHARACTERS_MAX),
    website: words.company.problems.website,
    locale: words.company.problems.locale,
  }
  const update = useMutation(
    trpc.company.update.mutationOptions({
      async onSuccess() {
        form.resetDirty()
        notifications.show({ message: words.company.saved })
        await queryClient.invalidateQueries(trpc.company.pathFilter())
        await queryClient.invalidateQueries(trpc.session.me.queryFilter())
      },
      onError: ({ data }) => {
        const names = (data?.issues ?? []).map(({ path }) => path)
        form.setErrors(Object.fromEntries(names.filter(isField).map((name) => [name, problems[name]])))
      },
    }),
  )
  const field = (name: keyof typeof problems) => ({
    label: words.company.fields[name],
    ...form.getInputProps(name),
    key: form.key(name),
  })
  return (
    <Paper withBorder p="lg" maw={720}>
      <form onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
        <Stack>
          {update.error && <Failure error={update.error} takesFocus />}
          <TextInput {...field('name')} dir="auto" required maxLength={COMPANY_NAME_CHARACTERS_MAX} />
          <Textarea {...field('description')} rows={6} dir="auto" description={words.company.descriptionHint} />
          <TextInput {...field('website')} type="url" dir="ltr" placeholder="https://" />
          <NativeSelect {...field('locale')} description={words.company.localeHint}>
            {Object.entries(pageLanguages).map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </NativeSelect>
          <div>
            <Button type="submit" loading={update.isPending}>
              {words.save}
            </Button>
          </div>
        </Stack>
      </form>
      <Leaving
        wouldLose={() => form.isDirty()}
        title={words.unsaved.title}
        text={words.unsaved.text}
        act={words.unsaved.leave}
      />
    </Paper>
  )
}

const isField = (path: string): path is 'name' | 'description' | 'website' | 'locale' =>
  ['name', 'description', 'website', 'locale'].includes(path)
