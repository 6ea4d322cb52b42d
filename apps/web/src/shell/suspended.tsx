import { Alert, Anchor, Box, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from '../language.tsx'
import { useMe } from '../user/session.tsx'
import { shellWords } from './words.ts'

/** Says on every page that the operator has suspended the company. */
export function SuspendedCompany() {
  const words = useWords(shellWords)
  const { company } = useMe()
  if (!company.isSuspended) return null
  return (
    <Box mb="lg">
      <Suspension {...words.suspended} />
    </Box>
  )
}

/** Says what the operator has suspended, and how to reach the operator. */
export function Suspension({ title, text }: { title: string; text: string }) {
  const words = useWords(shellWords)
  const { operatorEmail } = useMe()
  return (
    <Alert role="status" color="red" icon={<IconAlertTriangle aria-hidden="true" />} title={title}>
      <Text size="sm">{text}</Text>
      {operatorEmail !== null && (
        <Text size="sm">
          {words.writeToOperator}{' '}
          <Anchor href={`mailto:${operatorEmail}`} c="inherit" underline="always" className="breakable">
            <bdi>{operatorEmail}</bdi>
          </Anchor>
        </Text>
      )}
    </Alert>
  )
}
