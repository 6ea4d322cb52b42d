import { readFileSync } from 'node:fs'

/**
 * Texts that run a script if a page treats them as markup, by the classes of OWASP's sheet on filter evasion. Each calls
 * canary(), which a test defines. If canary() is called, the page has run the text.
 */
// The cast holds because the file is a list of texts.
export const hostileStrings = JSON.parse(
  readFileSync(new URL('./hostile-strings.json', import.meta.url), 'utf8'),
) as string[]

/** One of each class. Tests open them in a browser, and check all of them as text. */
export const hostileInBrowser = [
  '<script>canary()</script>',
  '<img src=x onerror=canary()>',
  '<a href="javascript:canary()">x</a>',
  '<meta http-equiv=refresh content="0;url=javascript:canary()">',
  '<svg onload=canary()>',
  '<noscript><p title="</noscript><img src=x onerror=canary()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=canary()&gt;">',
  '" onmouseover="canary()" autofocus onfocus="canary()',
  '</textarea><script>canary()</script>',
  '</script><script>canary()</script>',
]

/** Makes a job with a text in every field that accepts one, and in an extra field. */
export const jobOfText = (text: string) => ({
  title: text,
  description: text,
  responsibilities: `<ul><li>${text}</li></ul>`,
  qualifications: `<p>${text}</p>`,
  benefits: [text],
  city: [text, `${text} 2`],
  country: text,
  recruitmentProcess: [text],
  extra: text,
})
