import { encodeForm, fillForm } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { type HostileFile, hostileFiles } from './hostile-file.ts'

/** Sends each hostile file as a CV. An accepted file must come back byte for byte, with headers that keep it from running. */
export async function uploadHostileFiles(board: OwnBoard): Promise<Report> {
  const problems: string[] = []
  const accepted = new Map<string, HostileFile>()
  let refused = 0
  for (const file of hostileFiles) {
    const { status, body, id } = await submit(board, file)
    if (status === 201 && id !== undefined && !file.isRefused) accepted.set(id, file)
    else if (status === 400) refused++
    else problems.push(`${describe(file)} was answered with ${status} ${body}`)
  }
  let served = 0
  for (const [id, link] of await readCvLinks(board)) {
    const file = accepted.get(id)
    if (file === undefined) continue
    served++
    const answer = await fetch(link)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!bytes.equals(file.bytes)) problems.push(`${describe(file)} came back as other bytes`)
    problems.push(...findHeaderProblems(answer).map((problem) => `${describe(file)} is served ${problem}`))
  }
  if (served !== accepted.size) problems.push(`${accepted.size - served} CVs that were accepted are not served`)
  return {
    figures: { 'hostile files': hostileFiles.length, 'of them refused': refused, 'served as attachments': served },
    problems,
  }
}

async function submit({ url, jobPath }: OwnBoard, file: HostileFile) {
  // A person's name is part of the served file's name.
  const form = encodeForm(fillForm({ firstName: '../\u202eSalma', lastName: '"x".html;\u2028b' }), file)
  const answer = await fetch(`${url}${jobPath}/apply`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': form.type },
    body: new Uint8Array(form.body),
  })
  const body = await answer.text()
  return { status: answer.status, body, id: /"id":"([^"]+)"/.exec(body)?.[1] }
}

const describe = ({ what, name }: HostileFile) => `${what}, called ${JSON.stringify(name.slice(0, 40))},`

/** Reads the links to the CVs of all applications, by their ids. */
async function readCvLinks({ url, key }: OwnBoard): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  for (let since = '1970-01-01'; ; ) {
    const answer = await fetch(`${url}/api/candidates?pageSize=100&since=${since}`, { headers: { 'x-api-key': key } })
    // The OpenAPI document describes this answer.
    const { candidates } = (await answer.json()) as { candidates: { id: string; cv: string; date: string }[] }
    for (const { id, cv, date } of candidates) {
      links.set(id, cv)
      since = date
    }
    if (candidates.length === 0) return links
  }
}

function findHeaderProblems({ status, headers }: Response): string[] {
  const must: [name: string, form: RegExp][] = [
    ['content-type', /^application\/pdf$/],
    ['content-disposition', /^attachment; filename="[^"\\/<>]*\.pdf"(; filename\*=UTF-8''[\w%.!#$&+^`|~'-]*\.pdf)?$/],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /^default-src 'none';(?!.*\ballow-)(.*;)? sandbox$/],
    ['cache-control', /\bno-store\b/],
  ]
  const wrong = must.filter(([name, form]) => !form.test(headers.get(name) ?? ''))
  return [
    ...(status === 200 ? [] : [`with ${status}`]),
    ...wrong.map(([name]) => `with ${name}: ${headers.get(name)}`),
    // %E2%80%AE and the like turn a name around: "fdp.exe" is shown as "exe.pdf".
    ...(/%E2%80%A[89A-E]|%E2%81%A[6-9]/i.test(headers.get('content-disposition') ?? '')
      ? ['under a turned-around name']
      : []),
  ]
}
