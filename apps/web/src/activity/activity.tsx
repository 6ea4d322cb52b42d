import { Tabs, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '../language.tsx'
import { ExportLink } from '../part/list.tsx'
import { Page } from '../part/page.tsx'
import { commonWords } from '../part/words.ts'
import { AuditTrail } from './audit-trail.tsx'
import { Requests } from './requests.tsx'
import { activityWords } from './words.ts'

const route = getRouteApi('/gate/activity')

/** The requests to the integration API, and the audit trail. */
export function Activity() {
  const words = useWords(activityWords)
  const common = useWords(commonWords)
  const { view = 'requests', cursor: _cursor, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const exported = view === 'audit' && filter.by === 'keys' ? 'keyChanges' : view
  return (
    <Page title={common.pageNames.activity} isWide actions={<ExportLink list={exported} filter={filter} />}>
      <Tabs
        value={view}
        onChange={(chosen) => void navigate({ search: chosen === 'audit' ? { view: 'audit' } : {} })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="requests">{words.requests}</Tabs.Tab>
          <Tabs.Tab value="audit">{words.audit}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="requests">
          <Text mb="xs">{words.requestsText}</Text>
          <Text component="details" size="sm" mb="md">
            <summary>{words.filter.missing}</summary>
            {words.filter.missingText}
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
