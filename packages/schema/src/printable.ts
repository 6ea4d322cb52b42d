/*
 * Text of others can hold characters that a terminal or a page obeys instead of showing: control characters move the
 * cursor, rename the window or write to the clipboard, and bidirectional embeddings, overrides and isolates reverse the
 * text around them. The marks U+200E, U+200F and U+061C are not among them: Arabic and Hebrew texts need them.
 */
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const allUnprintable = new RegExp(unprintable, 'gu')
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const embeddings = /[\u202a-\u202e]/g
const isolates = /[\u2066-\u2069]/g

const replacement = '\ufffd'

/** Makes a text of several lines safe to print. Keeps line feeds and tabs. */
export const makePrintable = (text: string): string =>
  text.replaceAll(allUnprintable, (character) => (/[\n\t]/.test(character) ? character : replacement))

/** Makes one line safe to print: a line feed in it cannot begin a line that looks like the program's own. */
export const makeLinePrintable = (line: string): string => line.replaceAll(allUnprintable, replacement)

/** Finds the first character that a terminal or a page would obey. */
export const findUnprintable = (text: string): string | undefined => unprintable.exec(text)?.[0]

/**
 * Makes one line of a text: control characters and line separators become a blank, and characters that change the direction
 * of the text around them go. An isolate that is closed stays, because it changes nothing outside of it.
 */
export const removeUnprintable = (text: string): string =>
  removeUnpaired(text.replaceAll(controls, ' ').replaceAll(embeddings, ''))

/** Removes each beginning of an isolate that has no end, and each end that has no beginning. */
function removeUnpaired(text: string): string {
  const begun: number[] = []
  const unpaired = new Set<number>()
  for (const { 0: character, index } of text.matchAll(isolates)) {
    if (character !== '\u2069') begun.push(index)
    else if (begun.pop() === undefined) unpaired.add(index)
  }
  for (const index of begun) unpaired.add(index)
  return text.replaceAll(isolates, (character, index: number) => (unpaired.has(index) ? '' : character))
}
