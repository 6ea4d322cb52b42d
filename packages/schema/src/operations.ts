import { callerOperations } from './operation/caller.ts'
import { candidateOperations } from './operation/candidate.ts'
import { jobOperations } from './operation/job.ts'
import type { Operation } from './operation/operation.ts'

/** Every operation of the integration API, in the order of the document. */
export const operations = { ...jobOperations, ...candidateOperations, ...callerOperations }

export type OperationName = keyof typeof operations

// `operations` has these keys and no others.
export const operationNames = Object.keys(operations) as OperationName[]

/** The errors that only some operations answer with. */
export type OwnError = (typeof operations)[OperationName]['errors'][number]

export interface NamedOperation extends Operation<OwnError> {
  name: OperationName
}

/** The operations as a list. */
export const operationList: NamedOperation[] = operationNames.map((name) => ({
  name,
  ...operations[name],
}))
