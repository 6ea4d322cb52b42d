import { Badge, Text, VisuallyHidden } from '@mantine/core'
import {
  IconActivity,
  IconBriefcase,
  IconBuilding,
  IconHome,
  IconInbox,
  IconKey,
  IconMailForward,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { NavigationLink } from '../part/link.tsx'
import { commonWords } from '../part/words.ts'
import { trpc } from '../trpc.ts'
import { AtsBadge } from '../watch/alarms.tsx'
import { shellWords } from './words.ts'

const pages = [
  { to: '/', icon: IconHome, name: 'home' },
  { to: '/jobs', icon: IconBriefcase, name: 'jobs' },
  { to: '/applications', icon: IconInbox, name: 'applications' },
  { to: '/activity', icon: IconActivity, name: 'activity' },
] as const

const settings = [
  { to: '/settings/keys', icon: IconKey, name: 'keys' },
  { to: '/settings/company', icon: IconBuilding, name: 'company' },
  { to: '/settings/replies', icon: IconMailForward, name: 'replies' },
  { to: '/settings/users', icon: IconUsers, name: 'users' },
  { to: '/settings/account', icon: IconUserCircle, name: 'account' },
] as const

/** The links to every page. */
export function Navigation() {
  const words = useWords(shellWords)
  return (
    <nav aria-label={words.navigation}>
      <Entries pages={pages} />
      <Text id="settings" size="sm" fw={600} c="dimmed" mt="md" px="sm" pb={4}>
        {words.settings}
      </Text>
      <Entries pages={settings} labelledBy="settings" />
    </nav>
  )
}

interface EntriesProps {
  pages: typeof pages | typeof settings
  labelledBy?: string
}

function Entries({ pages, labelledBy }: EntriesProps) {
  const words = useWords(commonWords)
  return (
    <ul aria-labelledby={labelledBy} className="plain-list">
      {pages.map(({ to, icon: Icon, name }) => (
        <li key={to}>
          <NavigationLink
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ active: true }}
            label={words.pageNames[name]}
            leftSection={<Icon size={18} aria-hidden="true" />}
            rightSection={name === 'applications' ? <Waiting /> : name === 'home' && <AtsBadge />}
          />
        </li>
      ))}
    </ul>
  )
}

/** Counts the applications that are new or held back. It is yellow if any is held back. */
function Waiting() {
  const words = useWords(shellWords)
  const { format } = useLanguage()
  const { data } = useQuery(trpc.application.countWaiting.queryOptions(undefined, { staleTime: 60_000 }))
  if (data === undefined || data.new + data.heldBack === 0) return null
  const explained = words.waiting(data.new, data.heldBack)
  return (
    <Badge variant="filled" color={data.heldBack > 0 ? 'yellow' : undefined} title={explained}>
      <span aria-hidden="true">{format.number(data.new + data.heldBack)}</span>
      <VisuallyHidden>{explained}</VisuallyHidden>
    </Badge>
  )
}
