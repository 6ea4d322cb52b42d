import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'

const MEGABYTE = 1024 * 1024
const blank = Buffer.alloc(64 * MEGABYTE, ' ')

/** Small bodies that become 64 MiB where a server inflates them. */
const bombs: [coding: string, body: Buffer][] = [
  ['gzip', gzipSync(blank)],
  ['deflate', deflateSync(blank)],
  ['br', brotliCompressSync(blank)],
  ['x-gzip', gzipSync(blank)],
  ['gzip, gzip', gzipSync(gzipSync(blank))],
]

export const bomb = fc.constantFrom(...bombs)
