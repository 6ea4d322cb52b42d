import { sanitiserOptions } from '@boardwalk/schema/html'
import { describe, expect, it } from 'vitest'
import { escapeHtml, sanitise, toPlainText } from './html.ts'

const rel = 'rel="nofollow noopener noreferrer"'

describe('sanitised HTML', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com', 'mailto:a@example.com', 'tel:+212600000000', '/jobs'])(
    'keeps a link to %s',
    async (address) => {
      expect(await sanitise(`<a href="${address}">x</a>`)).toBe(`<a href="${address}" ${rel}>x</a>`)
    },
  )

  it('drops the address of a link that could run, or that names a host without its scheme', async () => {
    for (const address of [
      ...['javascript:go()', 'JaVaScRiPt:go()', 'data:text/html,x', 'vbscript:go()', 'blob:x', 'file:///etc/passwd'],
      ...[
        'ftp://example.com',
        '//example.com',
        '///example.com',
        '\\\\example.com',
        '/\\example.com',
        ' //example.com',
      ],
    ])
      expect([address, await sanitise(`<a href="${address}">x</a>`)]).toEqual([address, `<a ${rel}>x</a>`])
  })

  it('has its own rel on each link, whatever was sent', async () => {
    expect(await sanitise('<a rel="opener" target="_blank" href="https://example.com">x</a>')).toBe(
      `<a rel="nofollow noopener noreferrer" href="https://example.com">x</a>`,
    )
  })

  it('keeps simple structure, direction and language, and nothing that styles or runs', async () => {
    const kept =
      '<h2 dir="rtl" lang="ar">a</h2><ul><li>b<br />c</li></ul><table><tr><td colspan="2" rowspan="3">d</td></tr></table>'
    expect(await sanitise(kept)).toBe(kept)
    expect(
      await sanitise(
        '<p id="top" class="a" style="color:red" onclick="go()" name="forms">x<img src=x onerror=go()><svg onload=go()></svg><style>p{}</style><script>go()</script><iframe src=x></iframe><input></p>',
      ),
    ).toBe('<p>x</p>')
  })

  it('has none of the elements whose text browsers may read as markup, which sanitize-html 2.17.5 does not escape', async () => {
    for (const tag of ['textarea', 'xmp', 'svg', 'math']) {
      expect(sanitiserOptions.allowedTags).not.toContain(tag)
      for (const html of [`<${tag}></${tag}/><img src=x onerror=go()>`, `<svg><${tag}><img src=x onerror=go()>`])
        expect(await sanitise(html)).not.toMatch(/<(?!\/?p\b)/)
    }
  })

  it.each([
    ...[
      'p',
      'ul',
      'ol',
      'li',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'sub',
      'sup',
      'small',
      'mark',
      'h2',
      'h3',
      'h4',
      'h5',
    ],
    ...[
      'h6',
      'blockquote',
      'code',
      'pre',
      'dl',
      'dt',
      'dd',
      'table',
      'caption',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'th',
      'td',
    ],
  ])('keeps <%s>', async (tag) => {
    expect(await sanitise(`<${tag} lang="fr">x</${tag}>`)).toBe(`<${tag} lang="fr">x</${tag}>`)
  })

  it.each(['br', 'hr'])('keeps <%s>', async (tag) => {
    expect(await sanitise(`a<${tag}>b`)).toBe(`a<${tag} />b`)
  })

  it.each(['th', 'td'])('keeps how many cells a <%s> takes the place of', async (tag) => {
    const cell = `<${tag} colspan="2" rowspan="3">x</${tag}>`
    expect(await sanitise(cell)).toBe(cell)
  })

  it('has no first-level heading, because that is the title of the page', async () => {
    expect(await sanitise('<h1 lang="fr">x</h1>')).toBe('<h2 lang="fr">x</h2>')
  })

  it('does not change when it is sanitised again', async () => {
    const once = await sanitise('<h1>a</h1><a href=https://example.com>b & c</a> 1 < 2 <b>d')
    expect(await sanitise(once)).toBe(once)
  })
})

describe('deep HTML', () => {
  it('keeps 50 levels of elements, and the text of all', async () => {
    const deep = (levels: number) => `${'<b>'.repeat(levels)}x${'</b>'.repeat(levels)}`
    expect(await sanitise(deep(50))).toBe(deep(50))
    expect(await sanitise(deep(5_000))).toBe(deep(50))
  })
})

describe('the text of HTML', () => {
  it('has nothing of a tag whose attribute holds the end of a tag', async () => {
    expect(toPlainText(await sanitise('<a href="https://example.com/?a>b<c">x</a> > <p dir=">">y</p>'))).toBe('x > y')
  })

  it('is one line, with a space between blocks and none at inline tags', () => {
    expect(toPlainText('<p>Une\n équipe</p><ul><li>a</li><li>b<br />c</li></ul>d<strong>e</strong>f<h2>g</h2>')).toBe(
      'Une équipe a b c def g',
    )
    expect(
      toPlainText('a<h6>b</h6><pre>c</pre><dl><dt>d</dt><dd>e</dd></dl><table><tr><th>f</th><td>g</td></tr></table>'),
    ).toBe('a b c d e f g')
    expect(toPlainText('a<hr />b<ol>c</ol>d<blockquote>e</blockquote>f<caption>g</caption>h')).toBe('a b c d e f g h')
  })

  it('has the character of each entity, decoded only once', async () => {
    expect(toPlainText(await sanitise('R&D &lt;b&gt; &amp;lt; "x"'))).toBe('R&D <b> &lt; "x"')
  })
})

describe('text as HTML', () => {
  it('contains nothing that HTML reads as a tag, an entity or the end of an attribute', () => {
    expect(escapeHtml('<a href="x">&lt;</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;lt;&lt;/a&gt;')
  })
})
