/** The values that a field may have: the last acknowledged one, and those whose writing was never answered. */
interface FieldLog {
  acknowledged: string | undefined
  /** By write, its value. A request that was not answered may be carried out at any later time, by a process that was frozen. */
  possible: Map<JobWrite, string>
}

/** One write of a job: its fields as they are read afterwards, `null` for a cleared one. */
export interface JobWrite {
  fields: Map<string, unknown>
  tries: number
}

const HISTORY_MAX = 60

const toText = (value: unknown): string => JSON.stringify(value ?? null)

export type JobLog = ReturnType<typeof createJobLog>

/** Creates the log of one job. One ATS writes each field, one write after the other. */
export function createJobLog(externalId: string) {
  const logs = new Map<string, FieldLog>()
  const history: string[] = []
  const findLog = (field: string) => {
    const log = logs.get(field) ?? { acknowledged: undefined, possible: new Map() }
    logs.set(field, log)
    return log
  }
  const note = (what: string, { fields }: JobWrite) => {
    history.push(`${new Date().toISOString()} ${what} ${JSON.stringify(Object.fromEntries(fields))}`)
    if (history.length > HISTORY_MAX) history.shift()
  }
  // A job without a status is published.
  findLog('status').acknowledged = toText('PUBLISHED')
  const log = {
    externalId,
    isAcknowledged: false,
    jobIds: new Set<number>(),
    begin(write: JobWrite): void {
      if (write.tries === 1) note('written', write)
      for (const [field, value] of write.fields) findLog(field).possible.set(write, toText(value))
    },
    acknowledge(write: JobWrite): void {
      log.isAcknowledged = true
      note(`acknowledged at try ${write.tries}`, write)
      for (const [field, value] of write.fields) {
        const fieldLog = findLog(field)
        fieldLog.acknowledged = toText(value)
        // After one try, no try can be carried out later.
        if (write.tries === 1) fieldLog.possible.delete(write)
      }
    },
    /** Finds the fields of a job that have neither the last acknowledged value nor a possible one. */
    findWrong(read: Record<string, unknown>): string[] {
      return [...logs].flatMap(([field, { acknowledged, possible }]) => {
        const value = toText(read[field])
        // A field that was never acknowledged may be absent.
        const isRight = value === (acknowledged ?? 'null') || [...possible.values()].includes(value)
        return isRight ? [] : [`${field} is ${value}, and ${acknowledged} was acknowledged`]
      })
    },
    history,
  }
  return log
}
