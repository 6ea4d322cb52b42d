import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '../language.tsx'
import { ExportLink } from '../part/list.tsx'
import { Page } from '../part/page.tsx'
import { commonWords } from '../part/words.ts'
import { trpc } from '../trpc.ts'
import { ApplicationList } from './application-list.tsx'
import { FindApplication } from './find-application.tsx'
import { findWords } from './find-words.ts'
import { HeldList } from './held-list.tsx'
import { applicationListWords } from './list-words.ts'

const route = getRouteApi('/gate/applications')

/** The company's applications, those that are held back, and the search for a missing one. */
export function Applications() {
  const words = useWords(applicationListWords)
  const common = useWords(commonWords)
  const findTexts = useWords(findWords)
  const {
    view = 'received',
    page: _page,
    reference: _reference,
    since: _since,
    until: _until,
    ...filter
  } = route.useSearch()
  const navigate = route.useNavigate()
  const held = useQuery(trpc.application.listHeld.queryOptions({}))
  const open = (chosen: string | null) =>
    void navigate({ search: chosen === 'held' || chosen === 'find' ? { view: chosen } : {} })
  return (
    <Page
      title={common.pageNames.applications}
      isWide
      actions={view === 'received' && <ExportLink list="applications" filter={filter} />}
    >
      <Tabs value={view} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="received">{common.pageNames.applications}</Tabs.Tab>
          <Tabs.Tab value="held">{words.held.tab(held.data?.total ?? 0)}</Tabs.Tab>
          <Tabs.Tab value="find">{findTexts.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="received">
          <ApplicationList />
        </Tabs.Panel>
        <Tabs.Panel value="held">
          <HeldList />
        </Tabs.Panel>
        <Tabs.Panel value="find">
          <FindApplication />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
