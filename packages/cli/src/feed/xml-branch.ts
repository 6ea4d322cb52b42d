/** An element inside a field: its own text, and what its child elements hold, by name. */
export interface Branch {
  text: string
  children: Map<string, unknown[]>
}

/** Reads an element as JSON would write it: a text, or an object with a member for each name; a repeated name is a list. */
export function readBranch({ text, children }: Branch): unknown {
  if (children.size === 0) return text.trim()
  const members = [...children].map(([name, values]): [string, unknown] => [
    name,
    values.length === 1 ? values[0] : values,
  ])
  return Object.fromEntries(members)
}
