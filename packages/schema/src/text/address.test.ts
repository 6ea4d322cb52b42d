import { expect, it } from 'vitest'
import { readAddress } from './address.ts'

it.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['Https://EXAMPLE.com/A', 'Https://EXAMPLE.com/A'],
  [' https://example.com/x\n', 'https://example.com/x'],
  ['www.example.com/offre', 'https://www.example.com/offre'],
  ['example.com', 'https://example.com'],
  ['//example.com/offre?a=b', 'https://example.com/offre?a=b'],
  ['société.example.co.uk:8080/?a=b', 'https://société.example.co.uk:8080/?a=b'],
  ['rh@example.com', 'mailto:rh@example.com'],
  ['rh.maroc+cv@example.co.ma?subject=CV', 'mailto:rh.maroc+cv@example.co.ma?subject=CV'],
  ['http://rh@example.com', 'mailto:rh@example.com'],
  ['mailto:rh@example.com', 'mailto:rh@example.com'],
  ['tel:+212 5 22 00 00 00', 'tel:+212 5 22 00 00 00'],
  ['https://user:secret@example.com/', 'https://user:secret@example.com/'],
])('the address %j is read as %s', (sent, read) => expect(readAddress(sent)).toBe(read))

it.each([
  '',
  '#',
  '#top',
  '?a=b',
  '/careers/apply',
  'careers/apply',
  './apply',
  '../apply',
  'apply',
  'index.html',
  'offre.pdf#2',
  '//careers/apply',
  '//offre.pdf',
  '///example.com',
  '//rh@example.com',
  '\\\\example.com',
  'javascript:go()',
  'java\nscript:go()',
  'ftp://example.com',
  'https://',
  'a@b',
])('the address %j leads nowhere from the board', (sent) => expect(readAddress(sent)).toBeUndefined())
