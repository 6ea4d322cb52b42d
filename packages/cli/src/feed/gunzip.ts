import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BrokenFeed, CutFeed } from './row.ts'
import type { Bytes } from './text-source.ts'

/** Bytes of an unpacked feed: 4 GiB. A small file could otherwise keep the command busy for days. */
const unpackedBytesMax = 4 * 1024 ** 3

/** Unpacks a feed whose first two bytes say that it is gzip, and passes on any other unchanged. Holds a few chunks in memory. */
export async function* gunzip(bytes: Bytes, bytesMax = unpackedBytesMax): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let start: Uint8Array = new Uint8Array()
  while (start.length < 2) {
    const next = await source.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (start.length > 0) yield start
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
  }
  if (start[0] === 0x1f && start[1] === 0x8b) yield* unpack(whole(), bytesMax)
  else yield* whole()
}

async function* unpack(packed: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  const input = Readable.from(packed)
  const unpacked = createGunzip()
  // An error of the input, such as a disk that fails, is no mistake in the packing.
  let inputError: Error | undefined
  input.on('error', (error) => {
    inputError = error
    unpacked.destroy(error)
  })
  input.pipe(unpacked)
  let count = 0
  try {
    for await (const chunk of unpacked) {
      count += chunk.length
      if (count > bytesMax) throw new BrokenFeed(`is over ${bytesMax} bytes when it is unpacked`)
      yield chunk
    }
  } catch (error) {
    if (inputError !== undefined) throw inputError
    if (error instanceof BrokenFeed) throw error
    const message = `is not whole gzip: ${error instanceof Error ? error.message : String(error)}`
    const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
    throw isCut ? new CutFeed(message) : new BrokenFeed(message)
  } finally {
    unpacked.destroy()
    input.destroy()
  }
}
