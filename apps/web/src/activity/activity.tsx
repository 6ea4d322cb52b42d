import { Tabs, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { ExportLink } from '../part/list.tsx'
import { Page } from '../part/page.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { Requests } from './requests.tsx'

const route = getRouteApi('/gate/activity')

/** The requests to the integration API, and the audit trail. */
export function Activity() {
  const { words } = useLanguage()
  const { view = 'requests', cursor: _cursor, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const exported = view === 'audit' && filter.by === 'keys' ? 'keyChanges' : view
  return (
    <Page title={words.shell.pages.activity} isWide actions={<ExportLink list={exported} filter={filter} />}>
      <Tabs
        value={view}
        onChange={(chosen) => void navigate({ search: chosen === 'audit' ? { view: 'audit' } : {} })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="requests">{words.activity.requests}</Tabs.Tab>
          <Tabs.Tab value="audit">{words.activity.audit}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="requests">
          <Text mb="xs">{words.activity.requestsText}</Text>
          <Text component="details" size="sm" mb="md">
            <summary>{words.requestFilter.missing}</summary>
            {words.requestFilter.missingText}
          </Text>
          <Requests />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTrail />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
