import { findJob } from '@boardwalk/core/job/read'
import { Locale } from '@boardwalk/schema/company'
import { findText, type Question } from '@boardwalk/schema/questions'
import { listQuestions } from '@boardwalk/schema/terms'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { signedIn } from '../../router/back-office-procedure.ts'
import { questionWords } from './words.ts'

export const procedures = {
  question: {
    /** Lists the questions of a job whose answers users can filter by, in a language. */
    listOfJob: signedIn
      .input(z.object({ jobId: z.int(), locale: Locale }))
      .query(({ ctx, input }) => listOfJob(ctx.deps, ctx.actor, input)),
  },
}

interface AskedQuestion {
  id: string
  label: string
  /** What people choose from. The value is what `application.list` takes as `answer`. */
  choices: { value: string; text: string }[]
}

async function listOfJob(
  deps: Deps,
  { companyId }: { companyId: string },
  { jobId, locale }: { jobId: number; locale: Locale },
): Promise<{ questions: AskedQuestion[] }> {
  const job = await findJob(deps, companyId, jobId)
  const questions = job === undefined ? [] : listQuestions(job.extra)
  const asked = questions.map((question) => ({
    id: question.id,
    label: findText(question.label, locale),
    choices: listChoices(question, locale),
  }))
  return { questions: asked.filter(({ choices }) => choices.length > 0) }
}

function listChoices({ type, options }: Question, locale: Locale): AskedQuestion['choices'] {
  if (type === 'yes-no') return (['yes', 'no'] as const).map((value) => ({ value, text: questionWords[locale][value] }))
  if (type !== 'one' && type !== 'several') return []
  return (options ?? []).map((option) => ({ value: findText(option, locale), text: findText(option, locale) }))
}
