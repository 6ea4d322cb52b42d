import type { ReactElement } from 'react'
import { useLanguage } from '../language.tsx'
import type { Words } from '../words/en.ts'

/**
 * Makes a message for a field of a form. The form keeps it until the field is changed, so the message finds its words when it is
 * shown, in the language of that moment.
 */
export const problem = (text: (words: Words) => string): ReactElement => <Problem text={text} />

const Problem = ({ text }: { text: (words: Words) => string }) => text(useLanguage().words)

/** The message at a field that must not be empty. */
export const required = problem((words) => words.required)
