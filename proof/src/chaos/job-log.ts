/** What a field may be read as: the last acknowledged value, or one whose writing was never answered. */
interface FieldLog {
  acknowledged: string | undefined
  /** A request that was not answered may be carried out at any later time, by a process that was frozen with it. */
  possible: Set<string>
}

/** One write of a job: its fields as they must be read afterwards, `null` for one that is cleared. */
export interface JobWrite {
  fields: Map<string, unknown>
  tries: number
}

/** What was written to one job, field by field; each field is written by one ATS, one write after the other. */
export interface JobLog {
  externalId: string
  isAcknowledged: boolean
  jobIds: Set<number>
  begun(write: JobWrite): void
  acknowledged(write: JobWrite): void
  /** Of a job as it was read, the fields that hold what nobody wrote, or not what was acknowledged last. */
  wrong(read: Record<string, unknown>, names?: Iterable<string>): string[]
  history: string[]
}

const HISTORY_MAX = 60

const textOf = (value: unknown): string => JSON.stringify(value ?? null)

export function createJobLog(externalId: string): JobLog {
  const logs = new Map<string, FieldLog>()
  const history: string[] = []
  const logOf = (field: string) => {
    const log = logs.get(field) ?? { acknowledged: undefined, possible: new Set() }
    logs.set(field, log)
    return log
  }
  const note = (what: string, { fields }: JobWrite) => {
    history.push(`${new Date().toISOString()} ${what} ${JSON.stringify(Object.fromEntries(fields))}`)
    if (history.length > HISTORY_MAX) history.shift()
  }
  // What a job is that nobody gave a status.
  logOf('status').acknowledged = textOf('PUBLISHED')
  const log: JobLog = {
    externalId,
    isAcknowledged: false,
    jobIds: new Set(),
    begun(write) {
      if (write.tries === 1) note('written', write)
      for (const [field, value] of write.fields) logOf(field).possible.add(textOf(value))
    },
    acknowledged(write) {
      log.isAcknowledged = true
      note(`acknowledged at try ${write.tries}`, write)
      for (const [field, value] of write.fields) {
        const field_ = logOf(field)
        field_.acknowledged = textOf(value)
        // Only where there was one try is it known that none of them is still to be carried out.
        if (write.tries === 1) field_.possible.delete(textOf(value))
      }
    },
    wrong(read, names = logs.keys()) {
      return [...names].flatMap((field) => {
        const { acknowledged, possible } = logOf(field)
        const value = textOf(read[field])
        // A field that was never acknowledged may be absent.
        const isRight = value === (acknowledged ?? 'null') || possible.has(value)
        return isRight ? [] : [`${field} is ${value}, and ${acknowledged} was acknowledged`]
      })
    },
    history,
  }
  return log
}
