import type { Format } from './format.ts'
import { detectFormat, type FeedKind } from './format-of-text.ts'
import { gunzip } from './gunzip.ts'
import { type Bytes, decodeText } from './text-source.ts'

/** What is known of a feed before it is read. */
export interface KnownText {
  /** Without it, the format is detected from the beginning of the feed. */
  format?: Format | undefined
  /** The encoding of a feed without a byte order mark; by default UTF-8, or what XML declares. */
  encoding?: string | undefined
}

/** Unpacks and decodes a feed. Answers its format, and its text from the beginning. */
export async function readFeedText(
  bytes: Bytes,
  { format, encoding }: KnownText,
  kind: FeedKind,
): Promise<{ format: Format; text: AsyncIterable<string> }> {
  const text = decodeText(gunzip(bytes), encoding)
  return format === undefined ? detectFormat(text, kind) : { format, text }
}
