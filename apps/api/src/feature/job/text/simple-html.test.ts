import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitise, sanitiseElements } from './sanitise.ts'
import { sanitiseSimple } from './simple-html.ts'

/** The number of inputs of each kind. `HTML_INPUTS=500000` tries over a million in all, in two minutes. */
const numRuns = Number(process.env.HTML_INPUTS ?? 4_000)

const tags = 'p ul ol li strong b em i u s h2 h3 h6 blockquote a td h1 div table tr span'.split(' ')
const addresses = [
  ...['https://example.com', 'http://a.example:80/b_c/%41-~+.html', 'https://a.example/?b=1&c', '/x', 'javascript:x'],
]
const rel = ' rel="nofollow noopener noreferrer"'
const signs = '" \' ; &amp; &lt; &gt; &amp & &nbsp; &#60; < >'.split(' ')
const texts = [...signs, 'x', 'é', '😀', '\ud800', ' ', '\n', '\r', '\0']
const link = fc.tuple(fc.constantFrom(...addresses), fc.constantFrom('', rel, ' target="_blank"'))
const text = fc.constantFrom(...texts, '<br>', '<br/>', '<br />', '<br  />', '</br>', '<!-- x -->')

const part = fc.oneof(
  text,
  fc.constantFrom(...tags).map((tag) => `<${tag}>`),
  fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  link.map(([address, more]) => `<a href="${address}"${more}>`),
  fc.constantFrom('<P>', '<p dir="rtl">', '<p >', '<a href=https://example.com>', '<img alt="x y">', '<hr>', '<Acme>'),
  fc.constantFrom('<p style="mso-list:l0">', '<span style="mso-list:Ignore">', '\u2028', '\n\n', '- ', '1. x\n2. '),
)

/** Any sequence of parts. Few of them are simple. */
const sequence = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

/** Well nested elements, as editors write them. Most are simple, but for paragraphs in paragraphs. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('x', 'é', '&amp;', '&lt;', '<br>', '<br />', '\n', '"'),
    fc
      .tuple(fc.constantFrom(...tags.slice(0, 14)), fc.array(tie('tree'), { maxLength: 4 }))
      .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
    fc
      .tuple(fc.constantFrom(...addresses.slice(0, 2)), fc.constantFrom('', rel), tie('tree'))
      .map(([address, more, inner]) => `<a href="${address}"${more}>${inner}</a>`),
  ),
}))

const nested = fc.array(tree, { maxLength: 5 }).map((all) => all.join(''))

/** Well nested elements, in which one part is put at any place. */
const nearlyNested = fc.tuple(nested, part, fc.nat()).map(([html, odd, at]) => {
  const place = at % (html.length + 1)
  return html.slice(0, place) + odd + html.slice(place)
})

describe('HTML that is sanitised without the library', () => {
  it.each([
    ['any sequence of its parts', sequence, 0.05],
    ['well nested elements', nested, 0.5],
    ['well nested elements with one part too many', nearlyNested, 0.01],
  ])('becomes exactly what sanitize-html makes of it: %s', (_, inputs, simpleAtLeast) => {
    let simple = 0
    fc.assert(
      fc.property(inputs, (html) => {
        const result = sanitiseSimple(html)
        if (result === undefined) return
        simple++
        expect(result).toBe(sanitiseElements(html))
      }),
      { numRuns },
    )
    // Otherwise this test would compare nothing.
    expect(simple / numRuns).toBeGreaterThan(simpleAtLeast)
  })
})

it.each([
  ['any sequence of its parts', sequence],
  ['well nested elements with one part too many', nearlyNested],
])('what is stored of HTML or plain text does not change when it is sent again: %s', async (_, inputs) => {
  await fc.assert(
    fc.asyncProperty(inputs, async (sent) => {
      const stored = await sanitise(sent)
      expect(await sanitise(stored)).toBe(stored)
      // Also if the library does it.
      if (stored.includes('<')) expect(sanitiseElements(stored)).toBe(stored)
    }),
    { numRuns },
  )
})
