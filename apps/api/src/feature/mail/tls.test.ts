import { expect, it } from 'vitest'
import { useMailServer } from '../../test/mail-server.ts'
import { createSendMessage, describeFailure } from './transport.ts'

/* No authority has signed the certificate of smtp-server. */
const starttls = useMailServer({ disabledCommands: [] })
const implicit = useMailServer({ secure: true })

it.each([
  ['starttls', starttls],
  ['tls', implicit],
] as const)(
  'a certificate that nobody has signed is refused, with %s',
  { tags: ['mail-server'] },
  async (encryption, smtp) => {
    const { settings, received } = smtp
    const send = createSendMessage({ ...settings, server: { ...settings.server, encryption } })
    const message = { to: 'salma@example.com', subject: 'Hello', text: 'Hello', language: 'en' }
    const failure = await send(message, AbortSignal.timeout(60_000)).catch(describeFailure)
    expect(failure).toMatchObject({ refused: undefined, reply: undefined })
    expect(received.filter(({ to }) => to.includes(message.to))).toEqual([])
  },
)
