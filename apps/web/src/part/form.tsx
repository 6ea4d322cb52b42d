import type { ReactElement } from 'react'
import { useLanguage } from '../language.tsx'
import type { Words } from '../words/en.ts'

/**
 * Makes a message for a field of a form. The form keeps the message until the field changes, so it looks up its text when it is
 * rendered, in the language of that moment.
 */
export const problem = (text: (words: Words) => string): ReactElement => <Problem text={text} />

const Problem = ({ text }: { text: (words: Words) => string }) => text(useLanguage().words)

/** The message of a field that must not be empty. */
const required = problem((words) => words.required)

/** Checks that a field is not blank. */
export const requireText = (value: string) => (value.trim() === '' ? required : null)

/** Checks that a field has the form of an e-mail address. The server checks the rest. */
export const requireEmail = (value: string) =>
  /^\S+@\S+$/.test(value.trim()) ? null : problem((words) => words.emailExample)
