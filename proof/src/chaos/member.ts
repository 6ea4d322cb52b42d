import { connectionLost, failoverCodes, failoverError, type MongoProxy, startMongoProxy } from '@boardwalk/mongo-proxy'
import type { Random } from './random.ts'

/*
 * An election of a replica set, as one API process meets it. A proxy plays it before a database that has one member.
 */

/** The driver's own commands. A failover does not refuse them. */
const LOOKS_FOR_PRIMARY = ['hello', 'isMaster', 'ismaster']
const HANDSHAKE = [...LOOKS_FOR_PRIMARY, 'buildInfo', 'endSessions', 'killCursors']

interface StepDown {
  /** Whether the error of a command that may be retried has MongoDB's label. Otherwise it has only the code. */
  isLabelled: boolean
  /** The share of commands that are carried out before they are answered with an error. */
  carriedOut: number
  /** The share of commands that lose their connection instead. */
  cut: number
  /** Whether drivers learn that there is no primary, and wait for one. */
  isAnnounced: boolean
  random: Random
}

export type Member = Awaited<ReturnType<typeof startMember>>

/** Starts a member before the database of the address: the database as one API process sees it. */
export async function startMember(uri: string) {
  const proxy: MongoProxy = await startMongoProxy(uri)

  return {
    uri: proxy.uri,
    /** Begins a time in which the member is no primary. Answers the number of commands that it met, and its end. */
    stepDown(how: StepDown) {
      const { random } = how
      let open = () => {}
      const over = new Promise<void>((resolve) => {
        open = resolve
      })
      let hits = 0
      const rule: MongoProxy['rule'] = (command, carryOut) => {
        if (!HANDSHAKE.includes(command.name)) {
          hits++
          const isCut = random.chance(how.cut)
          const error = failoverError(command, random.pick(failoverCodes), { isLabelled: how.isLabelled })
          return (random.chance(how.carriedOut) ? carryOut() : Promise.resolve()).then(() =>
            isCut ? connectionLost : error,
          )
        }
        // A driver that looks for a primary has to wait until this is over.
        return how.isAnnounced && LOOKS_FOR_PRIMARY.includes(command.name) ? over.then(carryOut) : undefined
      }
      proxy.rule = rule
      return {
        hits: () => hits,
        end(): void {
          if (proxy.rule === rule) proxy.rule = undefined
          open()
        },
      }
    },
    stop: proxy.stop,
  }
}
