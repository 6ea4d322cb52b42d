/** The script of the page, in the browser. It has no build: no template strings, and no backslash. */
export const script = `
const find = (id) => document.getElementById(id)

function make(tag, members, ...children) {
  const element = Object.assign(document.createElement(tag), members)
  element.append(...children)
  return element
}

async function call(path, input) {
  const init = input && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  const answer = await fetch(path, init)
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error.message)
  return body
}

const isJson = ({ type, anyOf }) => anyOf !== undefined || ['object', 'array'].includes(type)

/** Makes the control of a member by its schema. */
function makeControl(name, schema, isRequired, listId) {
  const members = { name, required: isRequired, autocomplete: 'off', spellcheck: false }
  const { type, examples = [] } = schema
  if (schema.enum) {
    const values = isRequired ? schema.enum : ['', ...schema.enum]
    return make('select', members, ...values.map((value) => make('option', { value }, value)))
  }
  if (schema.contentEncoding === 'base64') return make('input', { ...members, type: 'file' })
  if (type === 'integer') return make('input', { ...members, type: 'number', step: 1, value: examples[0] ?? '' })
  const example = examples[0] && isJson(schema) && typeof examples[0] !== 'string' ? JSON.stringify(examples[0]) : examples[0] ?? ''
  if (type === 'object') return make('textarea', { ...members, value: isRequired ? example : '', placeholder: example })
  const control = make('input', { ...members, placeholder: example })
  if (schema.anyOf) control.setAttribute('list', listId)
  return control
}

function makeField(operation, [name, schema], isRequired) {
  const listId = operation + '-' + name + '-values'
  const values = [...(schema.anyOf ?? []).flatMap((one) => one.enum ?? []), ...(schema.examples ?? []).filter((one) => typeof one === 'object').map((one) => JSON.stringify(one))]
  const control = makeControl(name, schema, isRequired, listId)
  const hint = make('span', { className: 'hint', id: operation + '-' + name + '-hint' }, schema.description ?? '')
  if (schema.anyOf) hint.append(' Written as JSON, or as plain text.')
  control.setAttribute('aria-describedby', hint.id)
  const list = schema.anyOf ? [make('datalist', { id: listId }, ...values.map((value) => make('option', { value })))] : []
  return [make('label', {}, name + (isRequired ? '' : ' (optional)'), control, ...list), hint]
}

async function readControl(control, schema) {
  if (control.type === 'file') return control.files[0] && toBase64(control.files[0])
  const { value } = control
  if (value === '') return undefined
  if (schema.type === 'integer') return Number(value)
  if (!isJson(schema)) return value
  try {
    return JSON.parse(value)
  } catch {
    if (schema.anyOf) return value
    throw new Error(control.name + ' must be JSON')
  }
}

const toBase64 = (file) =>
  new Promise((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(reader.result.split(',')[1] ?? ''), onerror: reject })
    reader.readAsDataURL(file)
  })

function makeForm([path, { post }]) {
  const { properties = {}, required = [] } = post.requestBody.content['application/json'].schema
  const outcome = make('output', {})
  const fields = Object.entries(properties).map((member) => makeField(post.operationId, member, required.includes(member[0])))
  const form = make('form', {}, ...fields.map((field) => make('div', {}, ...field)), make('button', {}, 'Send'), outcome)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      const input = {}
      for (const [name, schema] of Object.entries(properties)) input[name] = await readControl(form.elements[name], schema)
      const answer = JSON.stringify(await call(path, input), null, 2)
      outcome.replaceChildren(answer === '{}' ? make('p', {}, 'Done.') : make('pre', {}, answer))
    } catch (error) {
      outcome.replaceChildren(make('p', { role: 'alert' }, error.message))
    }
    await refresh()
  })
  return make('details', { id: post.operationId }, make('summary', {}, make('code', {}, post.operationId), ' ' + post.summary), form)
}

const shownAtOnce = 50
let shown = ''

function showRequests(requests) {
  const text = JSON.stringify(requests)
  if (text === shown) return
  shown = text
  const list = find('requests')
  const open = new Set([...list.querySelectorAll('[open]')].map(({ dataset }) => dataset.request))
  const focused = document.activeElement?.closest('#requests details')?.dataset.request
  const rows = requests.toReversed().map((request) => {
    const { at, method, path, operation, status } = request
    const summary = new Date(at).toISOString().slice(11, 19) + ' ' + method + ' ' + path
    const end = status === undefined ? 'no answer yet' : String(status)
    const row = make('details', {}, make('summary', {}, make('code', {}, summary), ' ' + (operation ?? '') + ' ', make('strong', {}, end)))
    row.append(make('pre', {}, JSON.stringify(request, null, 2)))
    row.dataset.request = [at, method, path].join(' ')
    row.open = open.has(row.dataset.request)
    return row
  })
  list.replaceChildren(...rows.map((row) => make('li', {}, row)))
  rows.find((row) => row.dataset.request === focused)?.firstElementChild.focus()
  find('none').hidden = rows.length > 0
}

function showSandbox({ url, now, companies }) {
  const entries = [['API', url], ...companies.map(({ slug, apiKey }) => ['Key of ' + slug, apiKey]), ['Clock', now]]
  find('sandbox').replaceChildren(...entries.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, make('code', {}, value))]))
}

async function refresh() {
  try {
    const [sandbox, { requests }] = await Promise.all([call('/sandbox'), call('/requests?last=' + shownAtOnce)])
    showSandbox(sandbox)
    showRequests(requests)
    find('gone').hidden = true
  } catch {
    find('gone').hidden = false
  }
}

const { paths } = await call('/openapi.json')
find('operations').append(...Object.entries(paths).filter(([, { post }]) => post).map(makeForm))
for (;;) {
  await refresh()
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
`
