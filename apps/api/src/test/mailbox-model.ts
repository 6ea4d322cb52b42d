import type { PollStyle } from './mailbox-actors.ts'
import type { MailboxStores, MemoryStores } from './memory-stores.ts'

type ActorPlan =
  /** Posts the forms of these ids one after the other, each until it is accepted. `thenErases`: erases them afterwards. */
  | { posts: string[]; thenErases?: true }
  /** Polls while others work. After the run it polls until nothing is new. */
  | { polls: PollStyle; times: number }
  /** Polls once while others work. No first poll has a `since`, so its answer goes to a poller of each style. */
  | { polls: 'every style' }

/** A small world that mailbox-checker.ts tries in every order. */
export interface Model {
  actors: ActorPlan[]
  /** How far each actor's process is ahead of the world's clock, in ms. */
  aheadMs: number[]
  /** How many ms pass with each database call. */
  tickMs: number
  /** The most faults in one run. */
  faultsMax: number
  pageSize: number
  /** Makes the stores. A test passes wrong ones to show that the checker notices. */
  stores?: () => MemoryStores
  /** Whether a read sees at least what earlier answers to its process have shown. If not, it may see nothing at all. */
  isCausal?: boolean
  /** Changes how processes use the stores. A test breaks this, too, to show that the checker notices. */
  misuse?: (stores: MailboxStores) => MailboxStores
}
