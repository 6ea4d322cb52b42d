/** Removes the case and the accents of a text, to compare it with what the user types. */
export const simplify = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
