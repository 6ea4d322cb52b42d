import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'

const MEGABYTE = 1024 * 1024
const blank = Buffer.alloc(64 * MEGABYTE, ' ')
const gzipped = gzipSync(blank)

/** A small body that a server would inflate to 64 MiB. */
export const bomb = fc.constantFrom<[coding: string, body: Buffer]>(
  ['gzip', gzipped],
  ['deflate', deflateSync(blank)],
  ['br', brotliCompressSync(blank)],
  ['x-gzip', gzipped],
  ['gzip, gzip', gzipSync(gzipped)],
)
