import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import sentTexts from './fixture/sent-texts.json' with { type: 'json' }
import { escapeHtml, markingOptions, sanitise, sanitiseElements, toPlainText } from './html.ts'
import { sanitiseSimple } from './simple.ts'

const rel = 'rel="nofollow noopener noreferrer"'

it('keeps a link to a page, an address or a telephone, with its own rel, whatever was sent', async () => {
  for (const address of ['https://example.com/a?b=c#d', 'http://a.example', 'mailto:a@b.example', 'tel:+212'])
    expect(await sanitise(`<a href="${address}">x</a>`)).toBe(`<a href="${address}" ${rel}>x</a>`)
  const link = `<a href="https://a.example" ${rel}>x</a>`
  expect(await sanitise('<a rel="opener" target="_blank" href="https://a.example">x</a>')).toBe(link)
  for (const address of ['a.example', '//a.example', ' //a.example'])
    expect(await sanitise(`<a href="${address}">x</a>`)).toBe(link)
})

it('drops the address of a link that could run, that is relative, or that begins with a backslash', async () => {
  for (const address of [
    'javascript:go()',
    'JaVaScRiPt:go()',
    'data:text/html,x',
    'vbscript:go()',
    'blob:x',
    'file:///etc/passwd',
    'ftp://example.com',
    '\\\\example.com',
    '/\\example.com',
    '/jobs',
    '#',
    '',
  ])
    expect([address, await sanitise(`<a href="${address}">x</a>`)]).toEqual([address, `<a ${rel}>x</a>`])
})

it('keeps simple structure, direction and language, and nothing that styles or runs', async () => {
  const elements = 'p ul ol strong b em i u s sub sup small mark h2 h3 h4 h5 h6 blockquote code pre dl dt dd table'
  const inTable = [
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th colspan="2" rowspan="3"',
    'td colspan="2" rowspan="3"',
  ]
  for (const kept of [
    ...elements.split(' ').map((tag) => `<${tag} lang="fr" dir="rtl">x</${tag}>`),
    ...inTable.map((tag) => `<table><${tag} lang="fr" dir="rtl">x</${tag.split(' ')[0]}></table>`),
    'a<br />b',
    'a<hr />b',
    '<ol start="3"><li lang="fr" dir="rtl">x</li></ol>',
  ])
    expect(await sanitise(kept)).toBe(kept)
  const html =
    '<p id="top" class="a" style="color:red" onclick="go()" name="forms">x<img src=x onerror=go()><svg onload=go()></svg><style>p{}</style><script>go()</script><iframe src=x></iframe><input></p>'
  expect(await sanitise(html)).toBe('<p>x</p>')
  // The title of the page is its only heading of the first level.
  expect(await sanitise('<h1 lang="fr">x</h1>')).toBe('<h2 lang="fr">x</h2>')
})

it('has none of the elements whose text browsers may read as markup, which sanitize-html 2.17.5 does not escape', async () => {
  for (const tag of ['textarea', 'xmp', 'svg', 'math', 'option']) {
    expect(markingOptions.allowedTags).not.toContain(tag)
    const image = '<img src=x onerror=go()>'
    for (const html of [
      `<${tag}></${tag}/>${image}`,
      `<svg><${tag}>${image}`,
      `<${tag}>&lt;img src=x onerror=go()&gt;`,
    ])
      expect(await sanitise(html)).not.toMatch(/<(?!\/?p\b)/)
  }
})

it('keeps 50 levels of elements and the text of all, and does not change when it is sanitised again', async () => {
  const deep = (levels: number) => `${'<b>'.repeat(levels)}x${'</b>'.repeat(levels)}`
  expect(await sanitise(deep(50))).toBe(deep(50))
  expect(await sanitise(deep(5_000))).toBe(deep(50))
  const once = await sanitise('<h1>a</h1><a href=https://example.com>b & c</a> 1 < 2 <b>d')
  expect(await sanitise(once)).toBe(once)
})

it.each(sentTexts)(
  'a text is stored as people read it, and does not change when it is sent again: $kind',
  async (text) => {
    expect(await sanitise(text.sent)).toBe(text.stored)
    expect(await sanitise(text.stored)).toBe(text.stored)
  },
)

it('as text it is one line, with a space between blocks and none at inline tags, and each entity is decoded once', async () => {
  for (const [html, text] of [
    ['<p>Une\n équipe</p><ul><li>a</li><li>b<br />c</li></ul>d<strong>e</strong>f<h2>g</h2>', 'Une équipe a b c def g'],
    ['a<pre>b</pre><dl><dt>c</dt><dd>d</dd></dl><table><tr><th>e</th><td>f</td></tr></table>', 'a b c d e f'],
    ['a<hr />b<ol>c</ol>d<blockquote>e</blockquote>f<caption>g</caption>h', 'a b c d e f g h'],
    ['<a href="https://example.com/?a>b<c">x</a> > <p dir=">">y</p>', 'x > y'],
    ['R&D &lt;b&gt; &amp;lt; "x"', 'R&D <b> &lt; "x"'],
  ] as const)
    expect(toPlainText(await sanitise(html))).toBe(text)
})

it('text as HTML contains nothing that HTML reads as a tag, an entity or the end of an attribute', () => {
  expect(escapeHtml('<a href="x">&lt;</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;lt;&lt;/a&gt;')
})

/** The number of inputs of each kind. `HTML_INPUTS=500000` tries over a million in all, in two minutes. */
const numRuns = Number(process.env.HTML_INPUTS ?? 4_000)

const tags = 'p ul ol li strong b em i u s h2 h3 h6 blockquote a td h1 div table tr span'.split(' ')
const addresses = [
  'https://example.com',
  'http://a.example:80/b_c/%41-~+.html',
  'https://a.example/?b=1&c',
  '/x',
  'javascript:x',
]
const signs = '" \' ; &amp; &lt; &gt; &amp & &nbsp; &#60; < >'.split(' ')
const texts = [...signs, 'x', 'é', '😀', '\ud800', ' ', '\n', '\r', '\0']
const link = fc.tuple(fc.constantFrom(...addresses), fc.constantFrom('', ` ${rel}`, ' target="_blank"'))
const text = fc.constantFrom(...texts, '<br>', '<br/>', '<br />', '<br  />', '</br>', '<!-- x -->')

const part = fc.oneof(
  text,
  fc.constantFrom(...tags).map((tag) => `<${tag}>`),
  fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  link.map(([address, more]) => `<a href="${address}"${more}>`),
  fc.constantFrom('<P>', '<p dir="rtl">', '<p >', '<a href=https://example.com>', '<img alt="x y">', '<hr>', '<Acme>'),
  fc.constantFrom(
    '<span style="font-weight:700">',
    '<b style="font-weight:400">',
    '<p style="font-style:italic">',
    '**x** ',
  ),
  fc.constantFrom(
    '<li data-list="bullet">',
    '<li data-listid="1" data-aria-level="2">',
    '\uf0b7 ',
    'o\u00a0\u00a0',
    '2. ',
  ),
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
      .tuple(fc.constantFrom(...addresses.slice(0, 2)), fc.constantFrom('', ` ${rel}`), tie('tree'))
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
  ])('becomes exactly what sanitize-html makes of it: %s', { tags: ['simple-html'] }, (_, inputs, simpleAtLeast) => {
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
