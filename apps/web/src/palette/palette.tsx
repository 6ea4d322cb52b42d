import { jobStatuses } from '@boardwalk/schema/words/job-labels'
import { isolate } from '@boardwalk/schema/words/page-language'
import { homeWords } from '../home/words.ts'
import { jobWords } from '../job/words.ts'
import { commonWords } from '../part/words.ts'
import { paletteWords } from './words.ts'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconBriefcase,
  IconFileText,
  IconKeyboard,
  IconList,
  IconPlus,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, use, useEffect, useState } from 'react'
import { usePersonName } from '../application/applicant.tsx'
import type { Format } from '../format.ts'
import { useLanguage, useWords } from '../language.tsx'
import { returnFocus } from '../part/dialog.tsx'
import { HiddenContext } from '../part/hidden.ts'
import { noteLayerChange } from '../part/second-click.ts'
import { simplify } from '../simplify.ts'
import { type Answers, trpc } from '../trpc.ts'
import { KeyList } from './key-list.tsx'

const [paletteStore, palette] = createSpotlight()
/** Whether the list of keys is open, and the functions that change it. */
const [keysStore, keys] = createSpotlight()

export { keys, palette }

type Application = Answers['application']['list']['applications'][number]

const FOUND_MAX = 5
const LIST_ID = 'palette-entries'

interface Entry {
  id: string
  label: string
  description?: string
  icon: ReactNode
  onClick: () => void
}

/** Leads to each page, each action, and the jobs and applications with a name. It opens over any page. */
export function Palette() {
  const words = useWords(paletteWords)
  const common = useWords(commonWords)
  const [typed, setTyped] = useState('')
  const [opener, setOpener] = useState<Element | null>(null)
  const groups = [
    { label: words.pages, entries: usePages(typed) },
    { label: common.pageNames.jobs, entries: useJobs(typed) },
    { label: common.pageNames.applications, entries: useApplications(typed) },
  ].filter(({ entries }) => entries.length > 0)
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id)).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the entries from the page.
  useEffect(selectEntry, [ids])
  return (
    <>
      <Spotlight.Root
        store={paletteStore}
        disabled={use(HiddenContext)}
        query={typed}
        onQueryChange={setTyped}
        shortcut={null}
        scrollable
        maxHeight="60dvh"
        attributes={{ content: { 'aria-label': words.open } }}
        returnFocus={false}
        onSpotlightOpen={() => {
          noteLayerChange()
          setOpener(document.activeElement)
        }}
        onSpotlightClose={() => {
          noteLayerChange()
          returnFocus(opener)
        }}
      >
        <Spotlight.Search
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
        />
        <Spotlight.ActionsList id={LIST_ID}>
          {groups.map(({ label, entries }) => (
            <Spotlight.ActionsGroup key={label} label={label}>
              {entries.map(({ id, icon, ...entry }) => (
                <Spotlight.Action key={id} leftSection={icon} {...entry} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {groups.length === 0 && <Spotlight.Empty>{words.none}</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
      <KeyList store={keysStore} onClose={keys.close} />
    </>
  )
}

/**
 * Selects the entry that Enter opens: the first one, unless the user has moved on. Mantine does this when the user types, which is
 * before the server's entries come.
 */
function selectEntry(): void {
  const entries = document.querySelectorAll(`#${LIST_ID} [data-action]`)
  if (entries.length === 0) return
  const selected = Math.min(Math.max(paletteStore.getState().selected, 0), entries.length - 1)
  for (const [index, entry] of entries.entries()) entry.toggleAttribute('data-selected', index === selected)
  paletteStore.updateState((state) => ({ ...state, selected }))
}

/** The pages and actions whose names have what is typed. */
function usePages(typed: string): Entry[] {
  const words = useWords(paletteWords)
  const { pageNames: pages } = useWords(commonWords)
  const homeTexts = useWords(homeWords)
  const navigate = useNavigate()
  const page = (to: Parameters<typeof navigate>[0]['to'], label: string, icon: ReactNode): Entry => ({
    id: String(to),
    label,
    icon,
    onClick: () => void navigate({ to }),
  })
  const sheet = <IconFileText size={18} aria-hidden="true" />
  const plus = <IconPlus size={18} aria-hidden="true" />
  const all = [
    page('/', pages.home, sheet),
    page('/jobs', pages.jobs, sheet),
    page('/applications', pages.applications, sheet),
    page('/activity', pages.activity, sheet),
    page('/settings/keys', pages.keys, sheet),
    page('/settings/company', pages.company, sheet),
    page('/settings/replies', pages.replies, sheet),
    page('/settings/users', pages.users, sheet),
    page('/settings/account', pages.account, sheet),
    page('/jobs/new', homeTexts.noJobs.create, plus),
    page('/settings/keys/new', homeTexts.noKeys.generate, plus),
    { id: 'keys', label: words.keys, icon: <IconKeyboard size={18} aria-hidden="true" />, onClick: keys.open },
  ]
  return all.filter(({ label }) => simplify(label).includes(simplify(typed.trim())))
}

/** What the server is asked for, a moment after the user has typed it. */
function useSearch(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), 200)
  return [
    { search, pageSize: FOUND_MAX },
    { placeholderData: keepPreviousData, enabled: search !== '' },
  ] as const
}

/** The entry that leads to the list with everything that was found. None if the palette shows it all. */
function useSeeAll(list: 'jobs' | 'applications', search: string, total: number): Entry[] {
  const words = useWords(paletteWords)
  const navigate = useNavigate()
  if (total <= FOUND_MAX) return []
  return [
    {
      id: `all ${list}`,
      label: words.seeAll[list](total),
      icon: <IconList size={18} aria-hidden="true" />,
      onClick: () => void navigate({ to: `/${list}`, search: { search } }),
    },
  ]
}

function useJobs(typed: string): Entry[] {
  const words = useWords(jobWords)
  const { locale } = useLanguage()
  const navigate = useNavigate()
  const { data } = useQuery(trpc.job.list.queryOptions(...useSearch(typed)))
  const seeAll = useSeeAll('jobs', typed.trim(), data?.total ?? 0)
  if (typed.trim() === '') return []
  const found = (data?.jobs ?? []).map(({ jobId, title, status }) => ({
    id: `job ${jobId}`,
    label: title,
    description: `${words.jobId} ${jobId} · ${jobStatuses[status][locale]}`,
    icon: <IconBriefcase size={18} aria-hidden="true" />,
    onClick: () => void navigate({ to: '/jobs/$jobId', params: { jobId: String(jobId) } }),
  }))
  return [...found, ...seeAll]
}

function useApplications(typed: string): Entry[] {
  const { format } = useLanguage()
  const navigate = useNavigate()
  const personName = usePersonName()
  const { data } = useQuery(trpc.application.list.queryOptions(...useSearch(typed)))
  const seeAll = useSeeAll('applications', typed.trim(), data?.total ?? 0)
  if (typed.trim() === '') return []
  const found = (data?.applications ?? []).map((application) => ({
    id: `application ${application.id}`,
    label: personName(application),
    description: describe(application, format),
    icon: <IconUser size={18} aria-hidden="true" />,
    onClick: () => void navigate({ to: '/applications/$applicationId', params: { applicationId: application.id } }),
  }))
  return [...found, ...seeAll]
}

/** What tells applications of people with the same name apart. One whose data was erased has no address. */
const describe = ({ email, date, jobTitle }: Application, format: Format): string =>
  [email, format.dateTime(date), jobTitle]
    .filter((text) => text !== '')
    .map(isolate)
    .join(' · ')
