import { Harm } from '../error.ts'
import type { Scenario } from '../scenario.ts'

const email = 'famille.alami@example.com'

/** A couple with one mailbox, or one person who applies to two jobs. */
export const sharedAddress: Scenario = {
  name: 'shared-address',
  promise: 'Two people who apply with one e-mail address, and one person who applies to two jobs, are stored each.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([
      { id: 'A-1', title: 'Comptable' },
      { id: 'A-2', title: 'Soudeur' },
    ])
    trial.program.start()
    const salma = await trial.applyTimes(1, 'A-1', { firstName: 'Salma', lastName: 'Alami', email })
    const karim = await trial.applyTimes(1, 'A-1', { firstName: 'Karim', lastName: 'Alami', email })
    const again = await trial.applyTimes(1, 'A-2', { firstName: 'Karim', lastName: 'Alami', email })
    const everyone = [...salma, ...karim, ...again]
    try {
      await trial.untilStored(everyone)
    } catch (error) {
      if (!(error instanceof Harm)) throw error
      const stored = await trial.readStored()
      const missing = everyone.filter(({ id }) => !stored.has(id))
      if (missing.length === 0 || missing.length === everyone.length) throw error
      const names = missing.map(({ firstName, lastName, jobTitle }) => `${firstName} ${lastName} (${jobTitle})`)
      throw new Harm(
        `The program stored one of two people with one address: Salma Alami and Karim Alami both gave ${email}, and Karim applied for two jobs. Missing: ${names.join(', ')}. Use the candidate's id as the key, and not the address`,
        error.evidence,
      )
    }
  },
}
