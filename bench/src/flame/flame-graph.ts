import type { CpuProfile } from './profiler.ts'

const WIDTH = 1200
const ROW = 17
/** Narrower boxes are left out, together with the boxes above them. */
const NARROWEST = 1.5
const CHARACTER = 6.6

interface Frame {
  label: string
  /** The time of its samples, with everything that it called. */
  total: number
  calls: Map<string, Frame>
}

/** Draws a profile as an SVG: the width is time, a caller is below what it called, idle time is left out. */
export function drawFlameGraph(title: string, profile: CpuProfile): string {
  const root = buildTree(profile)
  const boxes: string[] = []
  let rows = 0
  const draw = (frame: Frame, x: number, row: number) => {
    const width = (frame.total / root.total) * WIDTH
    if (width < NARROWEST) return
    rows = Math.max(rows, row)
    boxes.push(drawBox(frame, x, row, width, (frame.total / root.total) * 100))
    let at = x
    for (const called of [...frame.calls.values()].sort((a, b) => b.total - a.total)) {
      draw(called, at, row + 1)
      at += (called.total / root.total) * WIDTH
    }
  }
  draw(root, 0, 0)
  const height = (rows + 3) * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">
<title>${escapeXml(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="4" y="14" font-size="13">${escapeXml(title)}</text>
<g transform="translate(0 ${height - ROW})">
${boxes.join('\n')}
</g>
</svg>
`
}

function drawBox({ label }: Frame, x: number, row: number, width: number, percent: number): string {
  const y = -row * ROW
  const characters = Math.floor((width - 4) / CHARACTER)
  const text = characters < 3 ? '' : label.length <= characters ? label : `${label.slice(0, characters - 1)}…`
  return `<g><title>${escapeXml(label)}: ${percent.toFixed(1)} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${chooseColour(label)}"/><text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escapeXml(text)}</text></g>`
}

/** Chooses a colour for our code, the driver's, another library's or Node's. */
function chooseColour(label: string): string {
  if (label.includes('(ours)')) return '#f6c85f'
  if (/\((mongodb|bson|mongoose)\)/.test(label)) return '#9fd3c7'
  return label.endsWith(')') && !/\(node\)|^\(/.test(label) ? '#c6b7e2' : '#d9d9d9'
}

function buildTree({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const root: Frame = { label: 'all', total: 0, calls: new Map() }
  for (const [index, sample] of samples.entries()) {
    const stack: string[] = []
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = byId.get(id)
      if (node !== undefined && node.callFrame.functionName !== '(root)') stack.unshift(nameFrame(node.callFrame))
    }
    if (stack.at(-1) === '(idle)') continue
    let frame = root
    frame.total += timeDeltas[index] ?? 0
    for (const label of stack) {
      const called = frame.calls.get(label) ?? { label, total: 0, calls: new Map() }
      frame.calls.set(label, called)
      called.total += timeDeltas[index] ?? 0
      frame = called
    }
  }
  return root
}

function nameFrame({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName || 'anonymous'
  if (url === '') return name
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return `${name} (${library ?? (url.startsWith('node:') ? 'node' : 'ours')})`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
