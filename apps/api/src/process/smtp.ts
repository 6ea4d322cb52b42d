import { z } from 'zod'

/** How to reach the mail server. */
export interface SmtpServer {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` before anything else is said, or none. */
  encryption: 'tls' | 'starttls' | 'none'
  login: { user: string; pass: string } | null
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const WITHOUT_STARTTLS = '?starttls=no'

/** Reads SMTP_URL. The message of a problem does not repeat the address, because that has a password. */
export const SmtpUrl = z.string().transform((text, ctx): SmtpServer => {
  const server = URL.canParse(text) ? readServer(new URL(text)) : undefined
  if (server !== undefined) return server
  const form = `must be smtp://user:password@host:port or smtps://user:password@host:port, percent-encoded; after smtp:// it may end with ${WITHOUT_STARTTLS}`
  ctx.addIssue({ code: 'custom', message: form })
  return z.NEVER
})

function readServer(url: URL): SmtpServer | undefined {
  const { protocol, hostname, port, pathname, search, hash } = url
  const isImplicit = protocol === 'smtps:'
  const mayEndWith = isImplicit ? [''] : ['', WITHOUT_STARTTLS]
  const isWhole = hostname !== '' && ['', '/'].includes(pathname) && mayEndWith.includes(search) && hash === ''
  const login = readLogin(url)
  if (!isWhole || login === undefined || !(isImplicit || protocol === 'smtp:')) return undefined
  const isOpen = search === WITHOUT_STARTTLS || LOOPBACK.test(hostname)
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (isImplicit ? 465 : 587) : Number(port),
    encryption: isImplicit ? 'tls' : isOpen ? 'none' : 'starttls',
    login,
  }
}

/** Null without a user and a password. Undefined if one of them is missing, or cannot be decoded. */
function readLogin({ username, password }: Pick<URL, 'username' | 'password'>): SmtpServer['login'] | undefined {
  if (username === '' && password === '') return null
  if (username === '' || password === '') return undefined
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

const ADDRESS = '[^\\s<>@,;:"\\p{Cc}]+@[^\\s<>@,;:"\\p{Cc}]+'

/** Who mails are from: an address, or a name and an address. */
export const MailFrom = z.string().transform((text, ctx): { name: string; address: string } => {
  const [, name, named, bare] =
    new RegExp(`^(?:([^<>\\p{Cc}]*?)\\s*<(${ADDRESS})>|(${ADDRESS}))$`, 'u').exec(text.trim()) ?? []
  const address = named ?? bare
  if (address !== undefined) return { name: name ?? '', address }
  ctx.addIssue({ code: 'custom', message: 'must be an address, such as jobs@example.com or Jobs <jobs@example.com>' })
  return z.NEVER
})

/** The settings of mail. Without them the server sends none. */
export interface MailSettings {
  server: SmtpServer
  from: z.infer<typeof MailFrom>
}
