import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { ExportLink } from '../part/list.tsx'
import { Page } from '../part/page.tsx'
import { trpc } from '../trpc.ts'
import { ApplicationList } from './application-list.tsx'
import { FindApplication } from './find-application.tsx'
import { HeldList } from './held-list.tsx'

const route = getRouteApi('/gate/applications')

/** The company's applications, those that are held back, and the search for a missing one. */
export function Applications() {
  const { words } = useLanguage()
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
      title={words.shell.pages.applications}
      isWide
      actions={view === 'received' && <ExportLink list="applications" filter={filter} />}
    >
      <Tabs value={view} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="received">{words.shell.pages.applications}</Tabs.Tab>
          <Tabs.Tab value="held">{words.held.tab(held.data?.total ?? 0)}</Tabs.Tab>
          <Tabs.Tab value="find">{words.find.tab}</Tabs.Tab>
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
