import { exitCode, Failure, UsageFailure } from '../failure.ts'
import { fetchInWords, findReason, isPlainOverNetwork } from '../network.ts'
import type { PageSigns } from './page-signs.ts'
import { BrokenFeed } from './row.ts'
import type { Bytes } from './text-source.ts'

/** The version of a feed, as its server names it. With it, the server can answer that nothing has changed. */
export type Version = { etag?: string | undefined; lastModified?: string | undefined }

/** A feed that is being downloaded; `bytes` is undefined if it has not changed since the known version. */
export interface Download {
  /** The address for messages: without its query, which may hold a secret. */
  name: string
  /** The part of the address that names a file, as in `/jobs.xml`. */
  path: string
  /** For messages: the type that the server gave, and the address to which it redirected. */
  origin: string
  bytes: Bytes | undefined
  version: Version
  /** The address from which the bytes came, behind redirects. */
  address: string
  /** Notes what the header of the answer says of other pages. */
  noteHeaders(signs: PageSigns): void
  /** Ends the download at once. */
  stop(): void
}

interface DownloadLimits {
  /** How long the server may be silent, before its answer and within it. */
  silenceMs: number
  bytes: number
}

const defaultLimits: DownloadLimits = { silenceMs: 60_000, bytes: 2 * 1024 ** 3 }
const redirectsMax = 5

export const isAddress = (file: string): boolean => /^https?:\/\//i.test(file)

/** Opens a feed at an address, without sending a key. Throws a Failure if there is no feed. */
export async function openAddress(address: string, known: Version, limits = defaultLimits): Promise<Download> {
  let url = parse(address)
  const name = formatAddress(url)
  const hasVersion = known.etag !== undefined || known.lastModified !== undefined
  const control = new AbortController()
  const timer = startTimer(control, limits.silenceMs)
  try {
    for (let redirects = 0; ; redirects++) {
      const headers = createHeaders(redirects === 0 || url.origin === new URL(address).origin ? known : {})
      const answer = await fetchInWords(url, { headers, redirect: 'manual', signal: control.signal })
      timer.restart()
      const target = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
      if (target === null || answer.status === 304)
        return createDownload(answer, url, name, { control, timer, bytesMax: limits.bytes, hasVersion })
      await answer.body?.cancel()
      if (redirects >= redirectsMax)
        throw new Failure(`${name} cannot be read: it redirects over ${redirectsMax} times`)
      url = follow(url, target, name)
    }
  } catch (error) {
    timer.stop()
    throw toDownloadFailure(error, name, timer)
  }
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) throw new UsageFailure(`${address} is not an address`)
  if (url.username !== '' || url.password !== '')
    throw new UsageFailure('The address of a feed must not hold a user name or a password')
  if (isPlainOverNetwork(url.href))
    throw new UsageFailure(
      `${formatAddress(url)} is not encrypted: others on the network could change the jobs. Use https, or download the feed.`,
    )
  return url
}

function follow(from: URL, target: string, name: string): URL {
  const url = URL.canParse(target, from.href) ? new URL(target, from) : undefined
  const isSafe =
    url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && from.protocol === 'http:'))
  if (!isSafe || isPlainOverNetwork(url.href) || url.username !== '' || url.password !== '')
    throw new Failure(`${name} cannot be read: it redirects to an address that is not https, or holds a password`)
  return url
}

const formatAddress = ({ origin, pathname, search }: URL) => `${origin}${pathname}${search === '' ? '' : '?…'}`

const createHeaders = ({ etag, lastModified }: Version): Record<string, string> => ({
  accept: 'application/json, application/xml, text/xml, text/csv, text/html;q=0.9, */*;q=0.8',
  'user-agent': 'boardwalk-cli',
  ...(etag !== undefined && { 'if-none-match': etag }),
  ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
})

function createDownload(
  answer: Response,
  url: URL,
  name: string,
  /** `hasVersion`: the server was told which version is known, so it may answer that nothing has changed. */
  context: { control: AbortController; timer: SilenceTimer; bytesMax: number; hasVersion: boolean },
): Download {
  const { control, timer, bytesMax, hasVersion } = context
  const { status, headers, body } = answer
  const version = { etag: headers.get('etag') ?? undefined, lastModified: headers.get('last-modified') ?? undefined }
  const type = headers.get('content-type')?.split(';')[0]?.trim()
  const target = formatAddress(url)
  const origin = [type ?? [], target === name ? [] : `it redirected to ${target}`].flat().join('; ')
  const noteHeaders = (signs: PageSigns) => {
    for (const [key, value] of headers) signs.note([], key, value)
    const next = findNextLink(headers.get('link') ?? '')
    if (next !== undefined) signs.note([], 'next', next)
  }
  const download = {
    name,
    path: url.pathname,
    origin,
    version,
    address: url.href,
    noteHeaders,
    stop: () => control.abort(),
  }
  if (status === 304 && hasVersion) {
    timer.stop()
    return { ...download, bytes: undefined }
  }
  if (status !== 200 || body === null) {
    control.abort()
    throw new Failure(`${name} cannot be read: its server answered ${status}`)
  }
  async function* bytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let count = 0
    try {
      for await (const chunk of source) {
        count += chunk.length
        if (count > bytesMax) throw new BrokenFeed(`is over ${bytesMax} bytes`)
        // A slow reader is not a silent server.
        timer.stop()
        yield chunk
        timer.restart()
      }
    } catch (error) {
      throw toDownloadFailure(error, name, timer)
    } finally {
      timer.stop()
      control.abort()
    }
  }
  return { ...download, bytes: bytes(body) }
}

const links = /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g

/** Finds the address of the next page in a header such as `<https://…?page=2>; rel="next"`. */
function findNextLink(header: string): string | undefined {
  const found = [...header.matchAll(links)].find(([, , parameters = '']) =>
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:;|$))/i.test(parameters),
  )
  return found?.[1]
}

function toDownloadFailure(error: unknown, name: string, timer: SilenceTimer): unknown {
  if (error instanceof Failure || error instanceof BrokenFeed) return error
  const why = timer.isOver() ? 'its server does not answer' : findReason(error)
  return new Failure(`${name} cannot be read: ${why}`, exitCode.failure, { cause: error })
}

type SilenceTimer = ReturnType<typeof startTimer>

/** Aborts a download whose server is silent for too long. `restart` begins the time again. */
function startTimer(control: AbortController, silenceMs: number) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isOver = true
      control.abort()
    }, silenceMs)
  }
  restart()
  return { restart, stop: () => clearTimeout(timer), isOver: () => isOver }
}
