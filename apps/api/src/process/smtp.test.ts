import { expect, it } from 'vitest'
import { SmtpUrl } from './smtp.ts'

it('an address of a mail server says its port, how it is encrypted and the login', () => {
  for (const [address, expected] of [
    ['smtp://mail.example.com', { port: 587, encryption: 'starttls' }],
    ['smtp://mail.example.com:25?starttls=no', { port: 25, encryption: 'none' }],
    ['smtps://mail.example.com', { port: 465, encryption: 'tls' }],
    ['smtp://localhost:1025', { host: 'localhost', port: 1025, encryption: 'none' }],
    ['smtp://[::1]:25', { host: '::1', encryption: 'none' }],
    ['smtp://localhost.example.com', { encryption: 'starttls' }],
    [
      'smtps://board%40example.com:p%40ss%2Fword@mail.example.com',
      { host: 'mail.example.com', login: { user: 'board@example.com', pass: 'p@ss/word' } },
    ],
  ] as const)
    expect([address, SmtpUrl.parse(address)]).toMatchObject([address, expected])
})

it('any other address of a mail server is refused, in words that do not repeat it', () => {
  for (const address of [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com:99999',
    'smtp://mail.example.com/inbox',
    'smtp://mail.example.com?starttls=maybe',
    'smtp://user@mail.example.com',
    'smtps://mail.example.com?starttls=no',
    'smtp://user:secret%@mail.example.com',
  ]) {
    const { error } = SmtpUrl.safeParse(address)
    expect([address, error?.issues.length]).toEqual([address, 1])
    expect(error?.message).not.toContain('secret')
  }
})
