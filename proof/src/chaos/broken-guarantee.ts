/** The promises of the board, by the names of their breaches. */
export const guarantees = {
  lost: 'an acknowledged application reaches every poller',
  repeated: 'a poller by an exact cursor gets an application once',
  'out of order': 'dates strictly rise, and nothing comes at or before a cursor that was passed',
  'two of one form': 'a form is one application, however often it is sent',
  altered: 'an application is delivered as it was sent, its CV included, and to its own company',
  'change lost': 'the last acknowledged status and every erasure stay, and reach everyone who follows the changes',
  'person shown': 'no answer that begins after an erasure was acknowledged has a text of the person',
  'waited too long': 'a poll that waits is answered in time',
  'job lost': 'an acknowledged job write can be read with all its fields',
  'came back': 'no value of a field comes back after a later one was acknowledged or read',
  miscounted: 'a job has one revision for each acknowledged change, and at most one more for each unanswered one',
  'failed over': 'no answer is a 5xx because the database fails over',
  'server error': 'no answer is a 5xx while the process that gives it can reach its database',
  'id shared': 'no two jobs, and no two applications, share an id',
  misbehaved: 'a process starts or fails in time, and ends when it is told to, in time, and only then',
  'not served': 'while processes are restarted in turn, every request is answered',
  'not healed': 'once all faults are over, the board answers every question again',
  malformed: 'every answer is one that the operation has',
} as const
export type Guarantee = keyof typeof guarantees
export const guaranteeNames = Object.keys(guarantees) as Guarantee[]

/** One case in which a guarantee did not hold, with its history. */
interface Breach {
  guarantee: Guarantee
  what: string
  history: string[]
}

const KEPT_MAX = 10

export type Breaches = ReturnType<typeof createBreaches>

/** Counts every breach, and keeps and reports to `say` the first ones of each guarantee. */
export function createBreaches(say: (line: string) => void = () => {}) {
  const counts = new Map<Guarantee, number>()
  const kept: Breach[] = []
  const count = (guarantee: Guarantee) => counts.get(guarantee) ?? 0
  return {
    add(guarantee: Guarantee, what: string, history: string[] = []): void {
      if (count(guarantee) < KEPT_MAX) {
        kept.push({ guarantee, what, history })
        say([`${guarantee}: ${what}`, ...history].join('\n  '))
      }
      counts.set(guarantee, count(guarantee) + 1)
    },
    count,
    total: () => [...counts.values()].reduce((sum, some) => sum + some, 0),
    kept: () => kept,
  }
}
