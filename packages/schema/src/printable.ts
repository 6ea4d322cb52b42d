/*
 * Text of others can hold characters that a terminal or a page obeys instead of showing: control characters move the
 * cursor, rename the window or write to the clipboard, and bidirectional embeddings, overrides and isolates reverse the
 * text around them. The marks U+200E, U+200F and U+061C are not among them: Arabic and Hebrew texts need them.
 */
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const allUnprintable = new RegExp(unprintable, 'gu')
const controls = /\p{Cc}+/gu
const directions = /[\u202a-\u202e\u2066-\u2069]/g

const replacement = '\ufffd'

/** Makes a text of several lines safe to print. Keeps line feeds and tabs. */
export const makePrintable = (text: string): string =>
  text.replaceAll(allUnprintable, (character) => (/[\n\t]/.test(character) ? character : replacement))

/** Makes one line safe to print: a line feed in it cannot begin a line that looks like the program's own. */
export const makeLinePrintable = (line: string): string => line.replaceAll(allUnprintable, replacement)

/** Finds the first character that a terminal or a page would obey. */
export const findUnprintable = (text: string): string | undefined => unprintable.exec(text)?.[0]

/** Makes one line of a text: control characters become a blank, and characters that change the direction go. */
export const removeUnprintable = (text: string): string => text.replaceAll(controls, ' ').replaceAll(directions, '')
