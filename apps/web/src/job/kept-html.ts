/** The elements that the visual editor keeps. */
const keptElements = new Set([
  ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'h2', 'h3', 'h4', 'blockquote'],
  ...['code', 'pre', 'a'],
])
const keptAttributes = new Set(['href', 'rel'])

/** Whether the visual editor keeps everything in this HTML. */
export function canEditVisually(html: string): boolean {
  // The content of a template is inert: it loads nothing and runs nothing.
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.querySelectorAll('*')].every(
    (element) =>
      keptElements.has(element.localName) &&
      element.getAttributeNames().every((attribute) => keptAttributes.has(attribute)),
  )
}
