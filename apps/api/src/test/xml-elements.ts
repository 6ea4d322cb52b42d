import { SaxesParser } from 'saxes'

type Element = Record<string, string>

/** Lists the elements with a name, each with the texts of its children. Throws if the document is not XML. */
export function listElements(xml: string, name: string): Element[] {
  const found: Element[] = []
  const open: string[] = []
  let text = ''
  const add = (more: string) => {
    text += more
  }
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name: opened }) => {
    open.push(opened)
    text = ''
    if (opened === name) found.push({})
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name: closed }) => {
    open.pop()
    const current = found.at(-1)
    if (open.at(-1) === name && current !== undefined) current[closed] = text
    text = ''
  })
  parser.write(xml).close()
  return found
}
