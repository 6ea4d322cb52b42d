/** Elements that the visual editor writes back as they were. */
const kept = new Set([
  ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'h2', 'h3', 'h4', 'blockquote'],
  ...['code', 'pre', 'a'],
])
const keptAttributes = new Set(['href', 'rel'])

/** Whether the visual editor, given this HTML, gives all of it back. */
export function keepsAllOf(html: string): boolean {
  // A template's content is inert: nothing in it loads or runs.
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.querySelectorAll('*')].every(
    (element) =>
      kept.has(element.localName) && element.getAttributeNames().every((attribute) => keptAttributes.has(attribute)),
  )
}
