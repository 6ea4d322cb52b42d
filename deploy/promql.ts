import { parser } from '@prometheus-io/lezer-promql'

/* Checks the expressions of alerts against metrics, for deploy.test.ts. */

export type Samples = Map<string, Record<string, string>[]>

/** Reads the text of /metrics: the labels of each sample, by its name. */
export function readSamples(text: string): Samples {
  const samples: Samples = new Map()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const found = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value])
    samples.set(name, [...(samples.get(name) ?? []), Object.fromEntries(found)])
  }
  return samples
}

/** The parts of an expression with one of these names, in their order. */
function findParts(expression: string, names: readonly string[]): { name: string; text: string }[] {
  const parts: { name: string; text: string }[] = []
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      const name = type.isError ? 'error' : type.name
      if (names.includes(name)) parts.push({ name, text: expression.slice(from, to) })
    },
  })
  return parts
}

/** The labels that an expression groups by, such as those of a recorded metric. */
export const findGroups = (expression: string): string[] =>
  findParts(expression, ['GroupingLabels']).flatMap(({ text }) => text.match(/\w+/g) ?? [])

/** Finds what an expression asks for and no sample has: a metric, a label, or the value of a label. */
export function findUnknown(expression: string, samples: Samples): string[] {
  const errors = findParts(expression, ['error']).map(() => `${expression} is no expression`)
  const selectors = findParts(expression, ['VectorSelector']).map(({ text }) => text)
  const asked = selectors.map((selector) => /^[\w:]+/.exec(selector)?.[0] ?? '')
  const groups = findGroups(expression).filter((label) => !asked.some((name) => hasLabel(samples, name, label)))
  return [
    ...errors,
    ...selectors.flatMap((selector) => findUnknownOf(selector, samples)),
    ...groups.map((label) => `no metric of ${expression} has the label ${label}`),
  ]
}

function findUnknownOf(selector: string, samples: Samples): string[] {
  const [name = ''] = /^[\w:]+/.exec(selector) ?? []
  if (!samples.has(name)) return [`there is no metric ${name}`]
  return [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)]
    .filter(([, label = '', operator, value]) => !hasLabel(samples, name, label, operator === '=' ? value : undefined))
    .map(([matcher]) => `${name} has no ${matcher}`)
}

const hasLabel = (samples: Samples, name: string, label: string, value?: string) =>
  samples.get(name)?.some((labels) => label in labels && (value === undefined || labels[label] === value)) ?? false
