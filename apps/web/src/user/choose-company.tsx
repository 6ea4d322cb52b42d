import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'

interface Credentials {
  email: string
  password: string
}

/** What a person has typed, and the companies in which it is right. */
export interface Choice extends Credentials {
  companies: { id: string; name: string }[]
}

interface ChooseCompanyProps {
  choice: Choice
  signIn: { mutate: (input: Credentials & { companyId: string }) => void; isPending: boolean }
}

/** The second step of a sign-in, for a person with the same password in several companies. */
export function ChooseCompany({ choice: { companies, email, password }, signIn }: ChooseCompanyProps) {
  const { words } = useLanguage()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <Stack>
      <Text ref={text} tabIndex={-1}>
        {words.signIn.chooseCompany}
      </Text>
      {companies.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          disabled={signIn.isPending}
          onClick={() => signIn.mutate({ email, password, companyId: id })}
        >
          <bdi>{name}</bdi>
        </Button>
      ))}
    </Stack>
  )
}
