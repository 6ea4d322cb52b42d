import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { formOf } from './application-form.ts'
import { type HostileFile, hostileFiles } from './hostile-file.ts'

/** Sends each hostile file as a CV; what is taken must come back as it was, and so that it can run nowhere. */
export async function uploadHostileFiles(board: OwnBoard): Promise<Report> {
  const problems: string[] = []
  const accepted = new Map<string, HostileFile>()
  let refused = 0
  for (const file of hostileFiles) {
    const { status, body, id } = await submit(board, file)
    if (status === 201 && id !== undefined && !file.isRefused) accepted.set(id, file)
    else if (status === 400) refused++
    else problems.push(`${shown(file)} was answered with ${status} ${body}`)
  }
  let served = 0
  for (const [id, link] of await cvLinks(board)) {
    const file = accepted.get(id)
    if (file === undefined) continue
    served++
    const answer = await fetch(link)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!bytes.equals(file.bytes)) problems.push(`${shown(file)} came back as other bytes`)
    problems.push(...headerProblems(answer).map((problem) => `${shown(file)} is served ${problem}`))
  }
  if (served !== accepted.size) problems.push(`${accepted.size - served} CVs that were accepted are not served`)
  return {
    figures: { 'hostile files': hostileFiles.length, 'of them refused': refused, 'served as attachments': served },
    problems,
  }
}

async function submit({ url, jobPath }: OwnBoard, file: HostileFile) {
  // A person's name ends up in the name of the file that is served.
  const form = formOf(file, { firstName: '../\u202eSalma', lastName: '"x".html;\u2028b' })
  const answer = await fetch(`${url}${jobPath}/apply`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': form.type },
    body: new Uint8Array(form.body),
  })
  const body = await answer.text()
  return { status: answer.status, body, id: /"id":"([^"]+)"/.exec(body)?.[1] }
}

const shown = ({ what, name }: HostileFile) => `${what}, called ${JSON.stringify(name.slice(0, 40))},`

/** The links to the CVs of all applications, by their ids. */
async function cvLinks({ url, key }: OwnBoard): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  for (let since = '1970-01-01'; ; ) {
    const answer = await fetch(`${url}/api/candidates?pageSize=100&since=${since}`, { headers: { 'x-api-key': key } })
    // The API's own answer, as the document has it.
    const { candidates } = (await answer.json()) as { candidates: { id: string; cv: string; date: string }[] }
    for (const { id, cv, date } of candidates) {
      links.set(id, cv)
      since = date
    }
    if (candidates.length === 0) return links
  }
}

function headerProblems({ status, headers }: Response): string[] {
  const must: [name: string, form: RegExp][] = [
    ['content-type', /^application\/pdf$/],
    ['content-disposition', /^attachment; filename="[^"\\/<>]*\.pdf"(; filename\*=UTF-8''[\w%.!#$&+^`|~'-]*\.pdf)?$/],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /^default-src 'none'; sandbox$/],
    ['cache-control', /\bno-store\b/],
  ]
  const wrong = must.filter(([name, form]) => !form.test(headers.get(name) ?? ''))
  return [
    ...(status === 200 ? [] : [`with ${status}`]),
    ...wrong.map(([name]) => `with ${name}: ${headers.get(name)}`),
    // Turned-around names, as %E2%80%AE, show "exe.pdf" for "fdp.exe".
    ...(/%E2%80%A[89A-E]|%E2%81%A[6-9]/i.test(headers.get('content-disposition') ?? '')
      ? ['under a turned-around name']
      : []),
  ]
}
