import type { Closers } from './closers.ts'
import { measureAccept } from './goal/accept.ts'
import { measureCompanyPage } from './goal/company-page.ts'
import type { Stage } from './stage.ts'

/** A ratio under this share of the recorded one is a loss; above it, the machine may have been slow. */
export const KEPT_SHARE = 0.85
const FORMS = 500
const LEAD_MS_MAX = 1_000

type Accept = Pick<Awaited<ReturnType<typeof measureAccept>>, 'numbers' | 'mostToOneRatio'>
type CompanyPage = Pick<Awaited<ReturnType<typeof measureCompanyPage>>, 'jobs' | 'asked'>

/** The recorded figures of the goals that are guarded. A goal may be absent, or older than a figure. */
export interface RecordedGoals {
  accept?: Partial<Pick<Accept, 'mostToOneRatio'>>
  'company-page'?: { jobs: number[]; asked: { name: string; costRatio: number }[] }
}

export interface Verdict {
  isLost: boolean
  line: string
}

/** Measures the goals again whose figures are ratios, as large as they were recorded. */
export async function guardGoals(stage: Stage, closers: Closers, recorded: RecordedGoals): Promise<Verdict[]> {
  const verdicts = judgeAccept(await measureAccept(stage, closers, { forms: FORMS }), recorded.accept)
  const page = recorded['company-page']
  if (page === undefined) return verdicts
  const published = Math.max(...page.jobs)
  return [...verdicts, ...judgeCompanyPage(await measureCompanyPage(stage, closers, { published }), page)]
}

/** Judges applications: wrong ones are a loss, and so is a smaller gain from more processes. */
export function judgeAccept({ numbers, mostToOneRatio }: Accept, recorded: RecordedGoals['accept']): Verdict[] {
  const wrong = numbers.map(({ processes, lost, deliveredTwice, failed, leadMsMax }) => ({
    isLost: lost + deliveredTwice + failed > 0 || leadMsMax > LEAD_MS_MAX,
    line: `accept, ${processes} processes: ${lost} lost, ${deliveredTwice} delivered twice, ${failed} wrong answers, dates ${leadMsMax} ms ahead`,
  }))
  const before = recorded?.mostToOneRatio
  if (before === undefined) return wrong
  const line = `accept: the most processes take ${mostToOneRatio} times as many as one, recorded ${before}`
  return [...wrong, { isLost: mostToOneRatio < before * KEPT_SHARE, line }]
}

/** Judges the page of a large company by what it costs compared with a small one. */
export function judgeCompanyPage(
  { asked }: Pick<CompanyPage, 'asked'>,
  recorded: NonNullable<RecordedGoals['company-page']>,
): Verdict[] {
  return asked.flatMap(({ name, costRatio }) => {
    const before = recorded.asked.find((other) => other.name === name)?.costRatio
    if (before === undefined) return []
    const line = `company-page, ${name}: the large one costs ${costRatio} times as much, recorded ${before}`
    return [{ isLost: costRatio * KEPT_SHARE > before, line }]
  })
}
