import { describe, expect, it } from 'vitest'
import { escapeHtml, plainText, sanitise } from './html.ts'

const rel = 'rel="nofollow noopener noreferrer"'

describe('sanitised HTML', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com', 'mailto:a@example.com', 'tel:+212600000000', '/jobs'])(
    'keeps a link to %s',
    (address) => {
      expect(sanitise(`<a href="${address}">x</a>`)).toBe(`<a href="${address}" ${rel}>x</a>`)
    },
  )

  it('drops the address of a link that could run, or that names a host without its scheme', () => {
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
      expect([address, sanitise(`<a href="${address}">x</a>`)]).toEqual([address, `<a ${rel}>x</a>`])
  })

  it('has its own rel on each link, whatever was sent', () => {
    expect(sanitise('<a rel="opener" target="_blank" href="https://example.com">x</a>')).toBe(
      `<a rel="nofollow noopener noreferrer" href="https://example.com">x</a>`,
    )
  })

  it('keeps simple structure, with direction and language, and nothing that looks or runs', () => {
    const kept =
      '<h2 dir="rtl" lang="ar">a</h2><ul><li>b<br />c</li></ul><table><tr><td colspan="2" rowspan="3">d</td></tr></table>'
    expect(sanitise(kept)).toBe(kept)
    expect(
      sanitise(
        '<p id="top" class="a" style="color:red" onclick="go()" name="forms">x<img src=x onerror=go()><svg onload=go()></svg><style>p{}</style><script>go()</script><iframe src=x></iframe><input></p>',
      ),
    ).toBe('<p>x</p>')
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
  ])('keeps <%s>', (tag) => {
    expect(sanitise(`<${tag} lang="fr">x</${tag}>`)).toBe(`<${tag} lang="fr">x</${tag}>`)
  })

  it.each(['br', 'hr'])('keeps <%s>', (tag) => {
    expect(sanitise(`a<${tag}>b`)).toBe(`a<${tag} />b`)
  })

  it.each(['th', 'td'])('keeps how many cells a <%s> takes the place of', (tag) => {
    const cell = `<${tag} colspan="2" rowspan="3">x</${tag}>`
    expect(sanitise(cell)).toBe(cell)
  })

  it('has no first-level heading: that is the title of the page', () => {
    expect(sanitise('<h1 lang="fr">x</h1>')).toBe('<h2 lang="fr">x</h2>')
  })

  it('stays as it is when it is sanitised again', () => {
    const once = sanitise('<h1>a</h1><a href=https://example.com>b & c</a> 1 < 2 <b>d')
    expect(sanitise(once)).toBe(once)
  })
})

describe('the text of HTML', () => {
  it('is one line, in which blocks are words apart and inline tags are not', () => {
    expect(plainText('<p>Une\n équipe</p><ul><li>a</li><li>b<br />c</li></ul>d<strong>e</strong>f<h2>g</h2>')).toBe(
      'Une équipe a b c def g',
    )
    expect(
      plainText('a<h6>b</h6><pre>c</pre><dl><dt>d</dt><dd>e</dd></dl><table><tr><th>f</th><td>g</td></tr></table>'),
    ).toBe('a b c d e f g')
  })

  it('has characters for entities, each once', () => {
    expect(plainText(sanitise('R&D &lt;b&gt; &amp;lt; "x"'))).toBe('R&D <b> &lt; "x"')
  })
})

describe('text as HTML', () => {
  it('has nothing that HTML reads as a tag, an entity or the end of an attribute', () => {
    expect(escapeHtml('<a href="x">&lt;</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;lt;&lt;/a&gt;')
  })
})
