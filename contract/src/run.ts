import { type Board, type Check, Missing } from './board.ts'

export interface Outcome {
  check: Check
  verdict: 'kept' | 'broken' | 'skipped'
  /** Why the check is broken, or what it lacks. */
  reason?: string
}

/** A difference of two long texts would hide the other outcomes. */
const REASON_CHARACTERS_MAX = 400

/** Makes the checks one after the other. */
export async function runChecks(checks: readonly Check[], board: Board): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) {
    try {
      await check.run(board)
      outcomes.push({ check, verdict: 'kept' })
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_CHARACTERS_MAX)
      outcomes.push({ check, verdict: error instanceof Missing ? 'skipped' : 'broken', reason })
    }
  }
  return outcomes
}

/** Writes the outcomes as a table, and the numbers in the last line. */
export function writeOutcomes(outcomes: readonly Outcome[]): string {
  const lines = ['group       verdict  rule                             the board …']
  for (const { check, verdict, reason } of outcomes) {
    const word = verdict === 'broken' ? 'BROKEN' : verdict
    lines.push(`${check.group.padEnd(11)} ${word.padEnd(8)} ${check.rule.padEnd(32)} ${check.does}`)
    if (reason !== undefined) lines.push(...reason.split('\n').map((line) => `${' '.repeat(21)}${line}`))
  }
  const count = (group: string, verdict: string) =>
    outcomes.filter((outcome) => outcome.check.group === group && outcome.verdict === verdict).length
  const groups = ['contract', 'extensions'].map(
    (group) =>
      `${group}: ${count(group, 'kept')} kept, ${count(group, 'broken')} broken, ${count(group, 'skipped')} skipped`,
  )
  return `${lines.join('\n')}\n${outcomes.length} checks. ${groups.join('. ')}.`
}
