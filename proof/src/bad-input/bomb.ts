import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'

const MEGABYTE = 1024 * 1024
const blank = Buffer.alloc(64 * MEGABYTE, ' ')
const gzipped = gzipSync(blank)

/** Small bodies that become 64 MiB where a server inflates them. */
const bombs: [coding: string, body: Buffer][] = [
  ['gzip', gzipped],
  ['deflate', deflateSync(blank)],
  ['br', brotliCompressSync(blank)],
  ['x-gzip', gzipped],
  ['gzip, gzip', gzipSync(gzipped)],
]

export const bomb = fc.constantFrom(...bombs)
