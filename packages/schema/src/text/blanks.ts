/* Blanks and empty lines that editors write and that people do not mean, and the settings of Word that became text. */

const INLINE_TAG = /^<\/?(?:strong|b|em|i|u|s|sub|sup|small|mark|code|a)\b/
const PREFORMATTED = /(<pre\b[\s\S]*?<\/pre>)/

const FILLER = '(?:[\\s\\u200b]|<br />|</?(?:strong|b|em|i|u|s|small|mark)>)*'
const EMPTY_BLOCK = `<(?:p|h[2-6])(?: [^>]*)?>${FILLER}</(?:p|h[2-6])>`
/** More than one empty paragraph. */
const EMPTY_BLOCKS = new RegExp(`(${EMPTY_BLOCK})(?:\\s*${EMPTY_BLOCK})+`, 'g')
/** More than one empty line. */
const EMPTY_LINES = /<br \/>(?:[\s\u200b]*<br \/>){2,}/g

/**
 * Makes a blank of each no-break space between words, one empty paragraph of several, and one empty line of several. Takes sanitised
 * HTML. Many editors write every blank as a no-break space, and such a text breaks within its words on a phone.
 */
export function tidyBlanks(html: string): string {
  return html
    .split(PREFORMATTED)
    .map((part, place) => (place % 2 === 1 ? part : tidyPart(part)))
    .join('')
}

const tidyPart = (html: string): string =>
  softenBlanks(html).replaceAll(EMPTY_BLOCKS, '$1').replaceAll(EMPTY_LINES, '<br /><br />')

const BLANKS = /[ \t\r\n\u00a0]+/g
/** The end of a word or a sentence. Not "«", and not a digit: a unit belongs to its number. */
const WORD_END = /[\p{L}\p{M},.;:!?)\]"”»’…]/u
/** The start of a word. Not the punctuation to which French gives a blank, and not a digit. */
const WORD_START = /[\p{L}("“‘'[@&]/u

function softenBlanks(html: string): string {
  if (!html.includes('\u00a0')) return html
  return html.replaceAll(BLANKS, (blanks: string, index: number) => {
    if (!blanks.includes('\u00a0')) return blanks
    const before = html.charAt(skipBack(html, index) - 1)
    const after = html.charAt(skipForward(html, index + blanks.length))
    return WORD_END.test(before) && WORD_START.test(after) ? ' ' : blanks
  })
}

/** The most tags and blanks that are skipped to find the next character of a text. */
const SKIPPED_MAX = 50

/** Finds the end of the text before a place, over blanks and the tags of elements within a line. */
function skipBack(html: string, from: number): number {
  let place = from
  for (let skipped = 0; skipped < SKIPPED_MAX; skipped++) {
    if (isBlank(html[place - 1])) place--
    else if (html[place - 1] !== '>') return place
    else {
      const start = html.lastIndexOf('<', place - 1)
      if (!INLINE_TAG.test(html.slice(start, place))) return 0
      place = start
    }
  }
  return 0
}

function skipForward(html: string, from: number): number {
  let place = from
  for (let skipped = 0; skipped < SKIPPED_MAX; skipped++) {
    if (isBlank(html[place])) place++
    else if (html[place] !== '<') return place
    else {
      const end = html.indexOf('>', place) + 1
      if (!INLINE_TAG.test(html.slice(place, end))) return html.length
      place = end
    }
  }
  return html.length
}

const isBlank = (character: string | undefined) => character !== undefined && /[ \t\r\n\u00a0]/.test(character)

/** What is between two words of Word's settings: blanks and tags. */
const GAP = '(?:\\s|&nbsp;|<[^<>]*>)+'
const LANGUAGE = '(?:[A-Z]{2}(?:-[A-Z]{2})?|X-NONE)'
/** The settings of a document: `Normal 0 21 false false false FR X-NONE AR-SA`. */
const SETTINGS = `Normal${GAP}0${GAP}(?:\\d{1,2}${GAP})?(?:(?:false|true)${GAP}){1,4}${LANGUAGE}(?:${GAP}${LANGUAGE}){0,3}(?:${GAP}MicrosoftInternetExplorer\\d)?`
/** Rules of a style sheet, after the settings or a comment such as `Style Definitions`. */
const RULE = '[@\\w.#*\\\\-][@\\w.,:#\\\\*"\\s-]{1,200}\\{[^{}]{0,2000}\\}'
const RULES = `(?:(?:\\s|&nbsp;|<[^<>]*>)*(?:/\\*[^*]{0,80}\\*/|${RULE}))*`
const WORD_TEXT = new RegExp(
  `${SETTINGS}${RULES}|/\\*\\s*(?:Style|Font|Page|List) Definitions\\s*\\*/${RULES}|(?:st1\\\\:\\*|(?:p|li|div|span|table)\\.Mso\\w*)[^{}<>]{0,200}\\{[^{}]{0,2000}\\}${RULES}`,
  'g',
)
/** A comment of Word that was escaped. Its content is for Word alone. */
const ESCAPED_START = /&lt;!--\s*\[if /g
const ESCAPED_END = '[endif]--&gt;'
/** The start or the end of such a comment that a program left. */
const CONDITION =
  /(?:&lt;!?(?:--)?\s*)?\[(?:if (?:!?support\w+|[gl]te? (?:mso|vml|IE)\b[^\]]{0,20}|!?mso\b[^\]]{0,20})|endif)\](?:--)?(?:&gt;|>)?/g
/** Nearly all texts have none of these. */
const WORD_SIGN = /Normal(?:\s|&nbsp;|<[^<>]*>)+0|Definitions\s*\*\/|\.Mso|st1\\:|\[endif\]|\[if /

export const mayHaveWordText = (html: string): boolean => WORD_SIGN.test(html)

/** Removes the settings and the style sheets of Word that people would read as text. The tags among them stay, except of line breaks. Takes sent HTML. */
export function removeWordText(html: string): string {
  if (!mayHaveWordText(html)) return html
  return html
    .split(/(<!--[\s\S]*?(?:-->|$)|<style\b[\s\S]*?(?:<\/style>|$)|<!\[[^>]*>)/i)
    .map((part, place) => (place % 2 === 1 ? part : removeFrom(part)))
    .join('')
}

const removeFrom = (html: string): string =>
  removeEscapedComments(html)
    .replaceAll(CONDITION, '')
    .replaceAll(WORD_TEXT, (text) => (text.match(/<(?!br\b)[^<>]*>/g) ?? []).join(''))

function removeEscapedComments(html: string): string {
  let kept = ''
  let from = 0
  for (const { index } of html.matchAll(ESCAPED_START)) {
    const end = html.indexOf(ESCAPED_END, index)
    if (end === -1) break
    if (index < from) continue
    kept += html.slice(from, index)
    from = end + ESCAPED_END.length
  }
  return kept + html.slice(from)
}
