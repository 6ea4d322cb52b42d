/* The styles that change what a text says: bold, italic, struck out, above and below the line. */

/** The element that a job holds in place of each style. */
export const styleElements = ['strong', 'em', 's', 'sub', 'sup'] as const
export type StyleElement = (typeof styleElements)[number]

/** What a style says of a text: with or without each. A style that says nothing of one leaves it as it is around. */
export type TextStyle = Partial<Record<StyleElement, boolean>>

/** The style that the name of an element stands for. */
export const namedStyles: Partial<Record<string, StyleElement>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  s: 's',
  sub: 'sub',
  sup: 'sup',
}

/** The first weight that is bold. Fonts call it semi-bold. */
const BOLD_WEIGHT = 600

/** Reads the attribute `style` of an element. */
export function readStyle(attribute: string): TextStyle {
  const style: TextStyle = {}
  for (const declaration of attribute.toLowerCase().split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    Object.assign(style, readers[property.trim()]?.(value.replace('!important', '').trim()))
  }
  return style
}

const readWeight = (value: string): TextStyle => {
  if (/^bold(?:er)?$/.test(value)) return { strong: true }
  if (/^(?:normal|lighter|initial)$/.test(value)) return { strong: false }
  return /^\d+$/.test(value) ? { strong: Number(value) >= BOLD_WEIGHT } : {}
}

const readSlant = (value: string): TextStyle =>
  /^(?:italic|oblique)/.test(value) ? { em: true } : value === 'normal' ? { em: false } : {}

const readLine = (value: string): TextStyle =>
  value.includes('line-through') ? { s: true } : value === 'none' ? { s: false } : {}

const readers: Partial<Record<string, (value: string) => TextStyle>> = {
  'font-weight': readWeight,
  'font-style': readSlant,
  'text-decoration': readLine,
  'text-decoration-line': readLine,
  'vertical-align': (value) => (value === 'super' ? { sup: true } : value === 'sub' ? { sub: true } : {}),
  // A shorthand has everything before the size of the font: `italic bold 12px Helvetica`.
  font: (value) => ({
    ...(/\b(?:bold|bolder|[6-9]00)\s/.test(value) && { strong: true }),
    ...(/\b(?:italic|oblique)\s/.test(value) && { em: true }),
  }),
}

/** Writes a style as words for the attribute `class` of a marked element: `strong not-em`. */
export const writeStyle = (style: TextStyle): string[] =>
  styleElements.flatMap((name) => (style[name] === undefined ? [] : [style[name] ? name : `not-${name}`]))

/** The style of the text in a marked element: its own, or that around it. An element such as <b> ends the lack of its style. */
export function inheritStyle(around: TextStyle, element: string, words: string): TextStyle {
  const named = namedStyles[element]
  if (named === undefined && words === '') return around
  const style = { ...around }
  if (named !== undefined && style[named] === false) delete style[named]
  return Object.assign(style, readMarkedStyle(words))
}

/** Reads the words of `writeStyle`. */
function readMarkedStyle(words: string): TextStyle {
  const style: TextStyle = {}
  for (const word of words.split(' ')) {
    const name = styleElements.find((element) => word === element || word === `not-${element}`)
    if (name !== undefined) style[name] = word === name
  }
  return style
}
