import type { Connection } from '@boardwalk/core/db/connection'
import { openUsers, type StoredSecondFactor } from './schema.ts'

/**
 * The second factors of users. A call that uses up a code has an id of its own (`useId`). If an earlier attempt of the call
 * succeeded and its answer was lost, the stored id shows it.
 */
export function createSecondFactorStore(connection: Connection) {
  const users = openUsers(connection)

  const isLastUse = async (id: string, useId: string): Promise<boolean> =>
    (await users.countDocuments({ _id: id, 'secondFactor.lastUse.id': useId }, { limit: 1 })) === 1

  return {
    async find(id: string): Promise<StoredSecondFactor | undefined> {
      return (await users.findOne({ _id: id }, { projection: { secondFactor: 1 } }))?.secondFactor
    },
    /** Stores the key of an enrolment, in place of an earlier one. False if a second factor is in force. */
    async enrol(id: string, enrolment: { key: string; expiresAt: Date }): Promise<boolean> {
      const change = { $set: { enrolment } }
      return (await users.updateOne({ _id: id, secondFactor: { $exists: false } }, change)).matchedCount === 1
    },
    /** Finds the key of the enrolment that is valid at `now`. */
    async findEnrolment(id: string, now: Date): Promise<string | undefined> {
      const found = await users.findOne({ _id: id, 'enrolment.expiresAt': { $gt: now } })
      return found?.enrolment?.key
    },
    /** Puts a second factor in force, if its key is the one of the enrolment. */
    async turnOn(id: string, secondFactor: StoredSecondFactor): Promise<boolean> {
      const { matchedCount } = await users.updateOne(
        { _id: id, 'enrolment.key': secondFactor.key, secondFactor: { $exists: false } },
        { $set: { secondFactor }, $unset: { enrolment: 1 } },
      )
      return matchedCount === 1 || isLastUse(id, secondFactor.lastUse.id)
    },
    /** Stores that the code of a step was used. False if the code of this step, or of a later one, was used before. */
    async useStep(id: string, { key, step }: { key: string; step: number }, useId: string): Promise<boolean> {
      const { matchedCount } = await users.updateOne(
        { _id: id, 'secondFactor.key': key, 'secondFactor.lastUse.step': { $lt: step } },
        { $set: { 'secondFactor.lastUse': { step, id: useId } } },
      )
      return matchedCount === 1 || isLastUse(id, useId)
    },
    /** Removes a recovery code by its hash. False if there is none. */
    async useRecoveryCode(id: string, hash: string, useId: string): Promise<boolean> {
      const { matchedCount } = await users.updateOne(
        { _id: id, 'secondFactor.recoveryCodes': hash },
        { $pull: { 'secondFactor.recoveryCodes': hash }, $set: { 'secondFactor.lastUse.id': useId } },
      )
      return matchedCount === 1 || isLastUse(id, useId)
    },
    /** Replaces the recovery codes. Changes nothing if there is no second factor. */
    async replaceRecoveryCodes(id: string, recoveryCodes: string[]): Promise<void> {
      const change = { $set: { 'secondFactor.recoveryCodes': recoveryCodes } }
      await users.updateOne({ _id: id, secondFactor: { $exists: true } }, change)
    },
    /** Turns the second factor of a user of the company off. */
    async turnOff(companyId: string, id: string): Promise<void> {
      await users.updateOne({ _id: id, companyId }, { $unset: { secondFactor: 1, enrolment: 1 } })
    },
    /** Ends the recovery codes of all companies. Returns how many users had some. After a restore, some may have been used before. */
    async endAllRecoveryCodes(): Promise<number> {
      const some = { 'secondFactor.recoveryCodes.0': { $exists: true } }
      const count = await users.countDocuments(some)
      await users.updateMany(some, { $set: { 'secondFactor.recoveryCodes': [] } })
      return count
    },
  }
}
