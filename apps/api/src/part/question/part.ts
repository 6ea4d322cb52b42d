import { OPTIONS_MAX, QUESTIONS_MAX } from '@boardwalk/schema/questions'
import type { Part } from '../../part.ts'
import { readAnswers } from './answers.ts'
import { createQuestionFields } from './fields.tsx'
import { procedures } from './procedures.ts'

/** Lets the ATS put its own questions on the form of a job, and hands it the answers. */
export const questionPart = {
  name: 'question',
  procedures,
  slots: (deps) => ({
    form: {
      Fields: createQuestionFields(deps),
      valuesMax: QUESTIONS_MAX * OPTIONS_MAX + 1,
      read: readAnswers(deps),
    },
  }),
} satisfies Part
