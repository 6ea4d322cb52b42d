import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { KeyName, Scopes } from './api-key.ts'
import { ApplicationForm, ApplicationLookup } from './application.ts'
import { CompanyDescription, CompanyName, CompanyProfileChange, CompanySlug, CompanyWebsite } from './company.ts'
import { findMeantAddress } from './email.ts'
import { JobLookup } from './job-list.ts'
import { SearchText } from './page.ts'
import { Email, Password, SignIn } from './user.ts'

const { firstName, lastName, email, phone, linkedinUrl, message } = ApplicationForm.shape
const text = (characters: number) => 'x'.repeat(characters)
const site = (characters: number) => `https://a.example/${text(characters - 'https://a.example/'.length)}`
const address = (characters: number) => `${text(64)}@${text(50)}.${text(50)}.${text(50)}.${text(characters - 218)}`

describe('forms accept exactly this number of characters', () => {
  it.each<[string, z.ZodType, (characters: number) => string, number]>([
    ['a first name', firstName, text, 100],
    ['a last name', lastName, text, 100],
    ['an applicant’s address', email, address, 254],
    ['a telephone number', phone, (digits) => '6'.repeat(digits), 50],
    ['a profile', linkedinUrl, site, 300],
    ['a message', message, text, 5_000],
    ['an account’s address', Email, address, 254],
    ['a password', Password, text, 200],
    ['a password to sign in with', SignIn.shape.password, text, 200],
    ['a company’s name', CompanyName, text, 200],
    ['a company’s text', CompanyDescription, text, 5_000],
    ['a company’s site', CompanyWebsite, site, 300],
    ['a company’s slug', CompanySlug, text, 80],
    ['a key’s name', KeyName, text, 100],
  ])('%s', (_what, schema, of, charactersMax) => {
    expect(schema.safeParse(of(charactersMax)).success).toBe(true)
    expect(schema.safeParse(of(charactersMax + 1)).success).toBe(false)
  })

  it('of one line, without control characters, where the form has a line', () => {
    for (const [schema, value] of [
      [firstName, 'Sal\nma'],
      [lastName, 'Ben\u0000nani'],
      [phone, '0600\t000000'],
      [linkedinUrl, 'https://example.com/\u007fme'],
    ] as const)
      expect([value, schema.safeParse(value).success]).toEqual([value, false])
    expect(message.parse('two\n\tlines')).toBe('two\n\tlines')
  })

  it('without the blanks and line ends around a line, which come with a pasted text', () => {
    for (const [schema, value] of [
      [firstName, 'Salma'],
      [lastName, 'El Amrani'],
      [email, 'salma@example.com'],
      [phone, '+212 600 000 000'],
      [linkedinUrl, 'https://example.com/me'],
    ] as const)
      expect(schema.parse(` \t${value} \r\n`)).toBe(value)
  })

  it('with a telephone number in any usual spelling, and an address with a fragment', () => {
    for (const number of [
      '06.12.34.56.78',
      '06 12-34/56 78',
      '+212 (600) 00',
      '0600'.repeat(2),
      '0612345678,',
      "06'12'34'56'78",
      '06‑12‑34‑56‑78',
      '06–12–34–56–78',
      '06·12·34·56·78',
      '06\xA012 34 56 78',
      '05 37 00 00 00 poste 12',
      '+1-608-271-9000 x11',
      '05 37 00 00 00, ext. 3',
      '(608) 271-9000 #3',
      'tel:+212612345678',
      'Tél. : 06 12 34 56 78',
      '06 12 34 56 78 (après 18 h)',
      '0612345678 ou 0537000000',
      '٠٥٣٧ تحويلة'.replace('٠٥٣٧', '053700'),
      '+212 (0) 6 12 34 56 78',
      '☎ 0612345678',
    ])
      expect([number, phone.safeParse(number).data]).toEqual([number, number])
    for (const digits of ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９', '\u202a0123\u200b4567\ufe0f89\u202c'])
      expect(phone.parse(digits)).toBe('0123456789')
    expect(phone.parse('＋２１２６１２３４５６７８')).toBe('+212612345678')
    for (const wrong of [
      '(....)',
      'a1b2c3d4e5f6',
      'nom123456@example.com',
      'https://a.example/0612345678',
      '06 poste 12',
    ])
      expect([wrong, phone.safeParse(wrong).success]).toEqual([wrong, false])
    expect(linkedinUrl.parse('salma-b.example.ma/a-propos#cv')).toBe('https://salma-b.example.ma/a-propos#cv')
    expect(CompanyWebsite.parse('www.example.ma')).toBe('https://www.example.ma')
  })

  it('at least 12 for a new password, and 6 for a telephone number', () => {
    expect([Password.safeParse(text(12)).success, Password.safeParse(text(11)).success]).toEqual([true, false])
    expect([phone.safeParse('190190').success, phone.safeParse('19019').success]).toEqual([true, false])
  })

  it('a profile may use http, and a company’s site only https', () => {
    expect(linkedinUrl.safeParse('http://example.com/me').success).toBe(true)
    expect(CompanyWebsite.safeParse('http://example.com').success).toBe(false)
    expect(CompanyWebsite.safeParse('HTTPS://Example.com').success).toBe(true)
  })
})

it('an address is the same in capitals and with the blank that a telephone adds', () => {
  expect(Email.parse(' Salma@Example.com ')).toBe('salma@example.com')
})

describe('an address', () => {
  it('is what a browser accepts, with a dot in the domain', () => {
    for (const address of [
      'jean&marie@example.com',
      "o'neil/b@example.com",
      'a..b@docomo.example',
      'x@xn--4gbrim.xn--mgbc0a9azcg',
    ])
      expect(email.parse(address)).toBe(address)
    for (const address of [
      'salma',
      'salma@board',
      'salma@.ma',
      'salma@exa mple.com',
      'a@b@example.com',
      'ñandú@example.com',
      'محمد@مثال.المغرب',
    ])
      expect([address, email.safeParse(address).success]).toEqual([address, false])
  })

  it('of an international domain is the same in both ways to write it', () => {
    for (const [typed, address] of [
      ['nom@موقع.المغرب', 'nom@xn--4gbrim.xn--mgbc0a9azcg'],
      ['\u202anom@موقع.المغرب\u202c', 'nom@xn--4gbrim.xn--mgbc0a9azcg'],
      ['Nom@Exemple\u0301.MA', 'Nom@xn--exempl-gva.ma'],
      ['x@münchen。de', 'x@xn--mnchen-3ya.de'],
    ] as const)
      expect([typed, email.parse(typed), Email.parse(typed)]).toEqual([typed, address, address.toLowerCase()])
    // Other parts of an address of the web, and what is no domain.
    for (const domain of ['é.ma:80', 'é.ma/b', 'é.1', 'é', `${'é'.repeat(60)}.ma`, `${'é.'.repeat(100)}ma`])
      expect([domain, email.safeParse(`x@${domain}`).success]).toEqual([domain, false])
  })
})

it('an address whose domain is a common slip has one that was probably meant, and no other has', () => {
  for (const [typed, meant] of [
    ['salma@gmail.con', 'salma@gmail.com'],
    ['Salma.B+1@Gmial.com', 'Salma.B+1@gmail.com'],
    ['salma@gmai.com', 'salma@gmail.com'],
    ['salma@gmail.cm', 'salma@gmail.com'],
    ['salma@gmal.con', 'salma@gmail.com'],
    ['salma@hotmial.com', 'salma@hotmail.com'],
    ['salma@hotmail.con', 'salma@hotmail.com'],
    ['salma@hotmai.fr', 'salma@hotmail.fr'],
    ['salma@yahoo.con', 'salma@yahoo.com'],
    ['salma@yaho.fr', 'salma@yahoo.fr'],
    ['salma@outlok.com', 'salma@outlook.com'],
    ['salma@outlook.co', 'salma@outlook.com'],
    ['salma@iclod.com', 'salma@icloud.com'],
  ])
    expect([typed, findMeantAddress(typed ?? '')]).toEqual([typed, meant])
  for (const domain of [
    'gmail.com',
    'googlemail.com',
    'ymail.com',
    'mail.com',
    'email.com',
    'gmx.com',
    'yahoo.fr',
    'yahoo.co.uk',
    'yahoo.it',
    'hotmail.fr',
    'hotmail.co.uk',
    'outlook.fr',
    'outlook.sa',
    'live.com',
    'icloud.com',
    'me.com',
    'orange.fr',
    'menara.ma',
    'example.con',
    'gmail.example.com',
    'rocketmail.com',
    'fastmail.com',
    'proton.me',
    'um6p.ma',
    'hey.com',
  ])
    expect([domain, findMeantAddress(`salma@${domain}`)]).toEqual([domain, undefined])
})

it('each optional text of a company can be cleared', () => {
  for (const nothing of [null, '']) {
    const cleared = { description: nothing, website: nothing, privacy: nothing, currency: nothing }
    expect(CompanyProfileChange.parse(cleared)).toEqual(cleared)
  }
})

it('the lists of the back office begin with what is newest, if nothing else is asked for', () => {
  const page = { search: [], order: 'descending', page: 1, pageSize: 50 }
  expect(JobLookup.parse({})).toEqual({ ...page, sort: 'jobId' })
  expect(ApplicationLookup.parse({})).toEqual(page)
})

it('a scope that is named twice counts once', () => {
  expect(Scopes.parse(['write', 'read', 'write'])).toEqual(['read', 'write'])
})

it('a search text is split into words, without control characters', () => {
  const allControls = String.fromCodePoint(...Array(32).keys(), ...Array.from({ length: 33 }, (_, n) => 0x7f + n))
  expect(SearchText.parse(`${allControls}Salma${allControls}Bennani \0 `)).toEqual(['Salma', 'Bennani'])
  expect(SearchText.parse('\0')).toEqual([])
  expect(SearchText.parse(undefined)).toEqual([])
})
