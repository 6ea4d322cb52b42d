import { sanitiserOptions } from '@boardwalk/schema/html'

/*
 * What remains of an element that a job may not hold. Its tags go, but the end of a block stays the end of a line. The
 * sanitiser leaves marks for this: <div> for a block, <section> for an item of a Word list, <data> for the bullet of such an
 * item, and <img> for the text of an image. Then `arrangeBlocks` (blocks.ts) replaces the marks.
 */

type Attributes = Record<string, string>
type Transform = (tagName: string, attribs: Attributes) => { tagName: string; attribs: Attributes }

const toMark =
  (style: RegExp, mark: string): Transform =>
  (tagName, attribs) => ({ tagName: style.test(attribs.style ?? '') ? mark : tagName, attribs })

const { nestingLimit: _, ...options } = sanitiserOptions

const droppedBlocks =
  `address article aside body button canvas center details dialog embed fieldset figcaption figure footer
  form frame frameset header hgroup html iframe legend listing main nav noframes object optgroup option plaintext search
  section select summary audio video`.split(/\s+/)

/** Google Docs wraps a text in such a <b>. */
const unlessNormal = toMark(/font-weight:\s*(?:normal|400)/i, 'span')

/** Options of sanitize-html that leave the marks. `arrangeBlocks` limits the depth, because dropped blocks do not count. */
export const markingOptions = {
  ...options,
  allowedTags: [...sanitiserOptions.allowedTags, 'div', 'section', 'data', 'img'],
  allowedAttributes: { ...sanitiserOptions.allowedAttributes, img: ['alt'] },
  nonTextTags: ['script', 'style', 'textarea', 'title', 'xmp', 'xml'],
  transformTags: {
    ...sanitiserOptions.transformTags,
    ...Object.fromEntries(droppedBlocks.map((name) => [name, 'div'])),
    menu: 'ul',
    dir: 'ul',
    data: 'span',
    b: unlessNormal,
    strong: unlessNormal,
    p: toMark(/mso-list:(?!\s*(?:none|skip))/i, 'section'),
    span: toMark(/mso-list:\s*ignore/i, 'data'),
  },
}
