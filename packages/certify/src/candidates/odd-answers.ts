import type { Scenario } from '../scenario.ts'

/** Answers as people write them: in several scripts and lines, with quotes and signs that have a meaning in HTML, CSV and SQL. */
const answers = [
  { id: 'notice', label: 'Préavis ?', value: 'أسبوعان، أو شهر' },
  {
    id: 'why/1',
    label: 'Pourquoi "nous" & <vous> ?',
    value: 'Deux lignes,\nl’une "citée"; l’autre \\ <b>en gras</b>\t🦊',
  },
  { id: 'languages', label: 'Langues', value: 'Français\nالعربية\nEnglish' },
  { id: 'long', label: 'Parlez-nous de vous', value: "=SUM(1); -- ' or 1=1 ".repeat(140) },
]

/** A candidate has answers to the questions of the job. */
export const oddAnswers: Scenario = {
  name: 'odd-answers',
  promise: 'A candidate whose answers to questions have quotes, several lines, other scripts or much text is stored.',
  duty: 'candidates',
  guide: 'docs/guides/questions-on-the-form.md#answers',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const people = await trial.applyTimes(1, 'A-1')
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia', answers })))
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' })))
    await trial.untilStored(people)
  },
}
