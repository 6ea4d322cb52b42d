/*
 * Markdown in a text. Only signs that ordinary texts do not have count: "* note", "C#", "#1", "2**8" and "nom_de_fichier" are none.
 */

const BEFORE = '(?<![\\p{L}\\p{N}*_~\\\\])'
const AFTER = '(?![\\p{L}\\p{N}*_~])'
const wrapped = (mark: string) => `${BEFORE}${mark}(?=[^\\s*_~])[^*~\\n<]{1,300}?(?<=[^\\s*_~])${mark}${AFTER}`

/** A heading, bold or struck text, or a link to a page. */
const SIGN = new RegExp(
  `(?<=^|\\n|>)[ \\t\\u00a0]*#{1,6} +[\\p{L}\\p{Extended_Pictographic}][^\\n<]{0,60}|${wrapped('\\*\\*')}|${wrapped('~~')}|\\[[^\\[\\]\\n<]{1,300}\\]\\((?:https?:|mailto:|www\\.)[^\\s)<]{1,2000}\\)`,
  'u',
)

/** Finds the first sign of Markdown in plain text or HTML. */
export const findMarkdown = (text: string): string | undefined =>
  /[#*~\]]/.test(text) ? SIGN.exec(text)?.[0].trim() : undefined
