import type { Application } from './board.ts'
import { send } from './http.ts'

const BOUNDARY = '----contract7MA4YWxkTrZu0gW'

interface Form {
  action: string
  /** The attributes of each input and textarea. */
  fields: Record<string, string>[]
}

/** Finds the form with a field for an e-mail address on a page. */
function findForm(html: string): Form | undefined {
  for (const [, attributes = '', content = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    const fields = [...content.matchAll(/<(?:input|textarea)\b([^>]*)>/g)].map(([, text = '']) => readAttributes(text))
    if (fields.some(({ type }) => type === 'email')) return { action: readAttributes(attributes).action ?? '', fields }
  }
  return undefined
}

/** Opens the page of a job and sends its form, as a browser does. Throws if the board does not accept it. */
export async function applyByForm(jobUrl: string, application: Application): Promise<void> {
  const form = findForm((await send('GET', jobUrl)).text)
  if (form === undefined) throw new Error(`there is no form on ${jobUrl}`)
  const parts: (string | Uint8Array)[] = []
  for (const field of form.fields) parts.push(...writePart(field, application))
  const body = Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)))
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, origin: new URL(jobUrl).origin }
  const { status, text } = await send('POST', new URL(form.action, jobUrl).href, { body, headers })
  // A browser is redirected to the confirmation, or gets it at once.
  if (status >= 400) throw new Error(`the form was answered ${status}: ${text.slice(0, 300)}`)
}

function writePart(field: Record<string, string>, application: Application): (string | Uint8Array)[] {
  const { name, type } = field
  if (name === undefined) return []
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`
  if (type === 'file') {
    const { cv } = application
    const file = `; filename="${cv === undefined ? '' : 'cv.pdf'}"\r\ncontent-type: application/pdf\r\n\r\n`
    return [head, file, cv ?? '', '\r\n']
  }
  const value = chooseValue(field, application)
  return value === undefined ? [] : [head, `\r\n\r\n${value}\r\n`]
}

/** Fills in what the form requires. A field that is not required may be a trap for programs, and stays empty. */
function chooseValue({ name = '', type, value, required }: Record<string, string>, application: Application) {
  if (type === 'email') return application.email
  if (type === 'checkbox') return required === undefined ? undefined : (value ?? 'on')
  if (type === 'hidden' || required === undefined) return value ?? ''
  return /last|family|^nom/i.test(name) ? application.lastName : application.firstName
}

function readAttributes(text: string): Record<string, string> {
  const all = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)]
  return Object.fromEntries(
    all.map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
}
