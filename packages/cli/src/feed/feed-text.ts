import { formatValue } from '@boardwalk/schema/wording'
import type { Format } from './format.ts'
import { detectFormat, type FeedKind, isPage, readStart } from './format-of-text.ts'
import { gunzip } from './gunzip.ts'
import { BrokenFeed, WebPage } from './row.ts'
import { type Bytes, decodeText } from './text-source.ts'

/** What is known of a feed before it is read. */
export interface KnownText {
  /** Without it, the format is detected from the beginning of the feed. */
  format?: Format | undefined
  /** The encoding of a feed without a byte order mark; by default UTF-8, or what XML declares. */
  encoding?: string | undefined
  /** Receives a mistake that was read as it was probably meant. */
  warn?: (message: string, line: number) => void
}

/** Unpacks and decodes a feed. Answers its format, and its text from the beginning. */
export async function readFeedText(
  bytes: Bytes,
  { format, encoding, warn }: KnownText,
  kind: FeedKind,
): Promise<{ format: Format; text: AsyncIterable<string> }> {
  const { start, whole } = await readStart(decodeText(gunzip(bytes), encoding, warn))
  if (format !== undefined && format !== 'html' && isPage(start)) throw new WebPage()
  if (format === 'csv' && /^\s*<[a-z!?]/i.test(start))
    throw new BrokenFeed(`is not CSV: it begins with ${formatValue(start.trim())}`, 1)
  return { format: format ?? detectFormat(start, kind), text: whole }
}
