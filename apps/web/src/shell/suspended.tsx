import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage } from '../language.tsx'
import { useMe } from '../user/session.tsx'

/** Says on every page that the operator has suspended the company, and how to reach the operator. */
export function SuspendedCompany() {
  const { words } = useLanguage()
  const { company, operatorEmail } = useMe()
  const { title, text, contact } = words.shell.suspended
  if (!company.isSuspended) return null
  return (
    <Alert role="status" color="red" icon={<IconAlertTriangle aria-hidden="true" />} title={title} mb="lg">
      <Text size="sm">{text}</Text>
      {operatorEmail !== null && (
        <Text size="sm">
          {contact}{' '}
          <Anchor href={`mailto:${operatorEmail}`}>
            <bdi>{operatorEmail}</bdi>
          </Anchor>
        </Text>
      )}
    </Alert>
  )
}
