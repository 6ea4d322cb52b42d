import { Alert, Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Leaving } from '../part/leaving.tsx'

/** Shows the recovery codes, this one time. A person who leaves before storing them is asked first. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Stack align="flex-start">
      <Alert ref={box} tabIndex={-1} color="yellow" title={words.secondFactor.storeCodes}>
        {words.secondFactor.storeCodesText}
      </Alert>
      <ul className="plain-list" dir="ltr" aria-label={words.secondFactor.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Copy text={codes.join('\n')} what={words.secondFactor.recoveryCodes} size="sm" variant="filled" />
        <Button variant="default" onClick={onDone}>
          {words.secondFactor.stored}
        </Button>
      </Group>
      <Leaving
        wouldLose={() => true}
        title={words.secondFactor.leaveTitle}
        text={words.secondFactor.storeCodesText}
        act={words.newKey.leave}
      />
    </Stack>
  )
}
