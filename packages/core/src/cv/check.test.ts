import { Readable } from 'node:stream'
import { makePdf } from '@boardwalk/api/test/form'
import { CV_TYPES } from '@boardwalk/schema/application'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { examineCv } from './check.ts'
import protectedPdfs from './fixture/protected-pdfs.json' with { type: 'json' }
import { createCvFile } from './upload.ts'

const check = async (bytes: Buffer) => (await examineCv(createCvFile('cv', bytes), CV_TYPES)).fault
const after = (start: string | Uint8Array) => check(Buffer.concat([Buffer.from(start), makePdf()]))

describe('a CV', () => {
  it('may have other bytes before its PDF, as far as readers pass over them', async () => {
    for (const start of [
      '\ufeff',
      '\r\n\n',
      'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n',
      '\u001b%-12345X@PJL\r\n',
    ])
      expect([start, await after(start)]).toEqual([start, undefined])
    expect([await after(' '.repeat(1023)), await after(' '.repeat(1024))]).toEqual([undefined, 'otherType'])
    const zip = Buffer.from(zipSync({ 'cv.pdf': [makePdf(), { level: 0 }] }))
    expect([await check(zip), await check(Buffer.alloc(0))]).toEqual(['otherType', 'empty'])
  })

  it.each(Object.keys(protectedPdfs.locked) as (keyof typeof protectedPdfs.locked)[])(
    'that asks for a password is locked, and one that only its owner may print is not: %s',
    async (name) => {
      const { locked, open } = protectedPdfs
      const faults = [locked, open].map(async (files) => check(Buffer.from(files[name], 'base64')))
      expect(await Promise.all(faults)).toEqual(['locked', undefined])
    },
  )

  it('that only writes of a password, or whose protection is not known, is taken', async () => {
    const of = (text: string) => check(Buffer.from(`%PDF-1.7\n${text}`))
    for (const text of [
      '(/Encrypt 5 0 R)',
      '/Encrypt 5 0 R\n5 0 obj << /Type /Page >>',
      '/Encrypt << /Filter /Adobe.PubSec /V 4 >>',
    ])
      expect([text, await of(text)]).toEqual([text, undefined])
  })

  it('is locked wherever its parts are in the file', async () => {
    const pdf = Buffer.from(protectedPdfs.locked['AES of 256 bits'], 'base64')
    const at = pdf.indexOf('/Encrypt')
    const chunks = (size: number) =>
      Array.from({ length: Math.ceil(pdf.length / size) }, (_, index) => pdf.subarray(index * size, (index + 1) * size))
    for (const size of [1, 7, at + 4, at + 10])
      expect([
        size,
        await examineCv({ bytes: pdf.length, head: pdf, open: () => Readable.from(chunks(size)) }, CV_TYPES),
      ]).toEqual([size, { fault: 'locked' }])
  })
})
