import type { Scenario } from '../scenario.ts'

/** More than the largest page has. */
const PEOPLE = 130
/** How long the first page is under way. The board has chosen its candidates before. */
const FIRST_PAGE_MS = 500

/** While the program gets the first page, people apply, and users change and erase candidates. */
export const pagesWhileChangesArrive: Scenario = {
  name: 'pages-while-changes-arrive',
  promise:
    'No candidate is lost if people apply, change and are erased while the program reads one page after the other.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#changes',
  async run(trial) {
    const { sandbox } = trial
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const people = await trial.applyTimes(PEOPLE, 'A-1')
    const late = trial.failPolls({ delayMs: FIRST_PAGE_MS })
    trial.program.start()
    await trial.untilFailed(late)
    const later = await trial.applyTimes(3, 'A-1', { firstName: 'Nadia' })
    const erased = people.filter((_, index) => [0, 20, 49, 99, 110].includes(index))
    for (const { id } of erased) await sandbox.erase(id)
    for (const { id } of people.slice(5, 15)) await sandbox.setStatus(id, 'REVIEWED')
    await trial.untilStored([...people.filter((each) => !erased.includes(each)), ...later])
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Ines' }))
    await trial.untilIdle()
  },
}
