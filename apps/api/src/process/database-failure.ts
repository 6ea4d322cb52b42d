/*
 * What an error of the database says. These functions know errors by their members and names, so that the code that answers and
 * logs errors does not import the driver.
 */

/** Finds the error behind an error. The driver wraps the error of a connection into its own error for a bulk. */
export function findReason(error: Error): Error {
  const isOfBulk = error.name === 'MongoBulkWriteError' && 'errorResponse' in error
  return isOfBulk && error.errorResponse instanceof Error ? error.errorResponse : error
}

/** Whether an operation was given up before it began, because every connection was busy. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && findReason(error).name === 'MongoWaitQueueTimeoutError'
}

/** The rules of a schema that a row breaks, as the database lists them. */
interface BrokenRule {
  missingProperties?: string[]
  propertiesNotSatisfied?: { propertyName: string; details: BrokenRule[] }[]
}

/**
 * Names the collection that refused a row, and the members of the row that break its schema, such as `jobs: status, slug`. It has no
 * values, because these may be personal data. Undefined if the error is about something else.
 */
export function describeRefusal(error: object): string | undefined {
  const refused: unknown = 'writeErrors' in error ? [error.writeErrors].flat()[0] : error
  if (typeof refused !== 'object' || refused === null || !('code' in refused) || refused.code !== DOCUMENT_REFUSED)
    return undefined
  // The cast holds because the collections have no validator but a `$jsonSchema` (db/prepare.ts).
  const { errInfo } = refused as { errInfo?: { details?: { title?: string; schemaRulesNotSatisfied?: BrokenRule[] } } }
  const { title = 'a collection', schemaRulesNotSatisfied = [] } = errInfo?.details ?? {}
  return `${title}: ${listMembers(schemaRulesNotSatisfied).join(', ')}`
}

const DOCUMENT_REFUSED = 121

const listMembers = (rules: BrokenRule[]): string[] =>
  rules.flatMap(({ missingProperties = [], propertiesNotSatisfied = [] }) => [
    ...missingProperties,
    ...propertiesNotSatisfied.flatMap(({ propertyName, details }) => {
      const inside = listMembers(details)
      return inside.length === 0 ? [propertyName] : inside.map((name) => `${propertyName}.${name}`)
    }),
  ])
