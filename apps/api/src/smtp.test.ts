import { expect, it } from 'vitest'
import { MailFrom, SmtpUrl } from './smtp.ts'

const login = { user: 'board@example.com', pass: 'p@ss/word' }

it.each([
  ['smtp://mail.example.com', { port: 587, encryption: 'starttls' }],
  ['smtp://mail.example.com:25/', { port: 25, encryption: 'starttls' }],
  ['smtp://mail.example.com:25?starttls=no', { port: 25, encryption: 'none' }],
  ['smtps://mail.example.com', { port: 465, encryption: 'tls' }],
  ['smtp://localhost:1025', { host: 'localhost', port: 1025, encryption: 'none' }],
  ['smtp://127.0.0.2', { host: '127.0.0.2', encryption: 'none' }],
  ['smtp://[::1]:25', { host: '::1', encryption: 'none' }],
  ['smtps://127.0.0.1', { encryption: 'tls' }],
  ['smtp://localhost.example.com', { encryption: 'starttls' }],
  ['smtps://board%40example.com:p%40ss%2Fword@mail.example.com', { host: 'mail.example.com', login }],
])('%s is understood', (address, expected) => {
  expect(SmtpUrl.parse(address)).toMatchObject(expected)
})

it.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp://mail.example.com:99999',
  'smtp://mail.example.com/inbox',
  'smtp://mail.example.com#inbox',
  'smtp://mail.example.com?starttls=maybe',
  'smtps://mail.example.com?starttls=no',
  'smtp://user@mail.example.com',
  'smtp://user:secret%@mail.example.com',
])('%s is refused, in words that do not repeat it', (address) => {
  const { error } = SmtpUrl.safeParse(address)
  expect(error?.issues).toHaveLength(1)
  expect(error?.message).not.toContain('secret')
})

it('mails are from an address, with or without a name', () => {
  expect(MailFrom.parse('jobs@example.com')).toEqual({ name: '', address: 'jobs@example.com' })
  expect(MailFrom.parse('Offres d’emploi <jobs@example.com>')).toEqual({
    ...{ name: 'Offres d’emploi', address: 'jobs@example.com' },
  })
  for (const wrong of ['jobs', 'Jobs <jobs>', 'a@example.com, b@example.com', 'A\nBcc: x <a@example.com>'])
    expect(MailFrom.safeParse(wrong).success).toBe(false)
})
