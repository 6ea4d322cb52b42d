import type { ApplicationStatus } from '@boardwalk/schema/application'
import type { Misuse, PollStyle } from './mailbox-actors.ts'
import type { MailboxStores, MemoryStores } from './memory-stores.ts'

export type ActorPlan =
  /**
   * Posts the forms of these ids to its process one after the other, each until it is accepted. Afterwards it erases them at
   * the process of the actor `thenErasesAt`.
   */
  | { posts: string[]; thenErasesAt?: number }
  /** Polls the processes of these actors one after the other while others work. After the run it polls until nothing is new. */
  | { polls: PollStyle; at: number[] }
  /** Polls once while others work. No first poll has a `since`, so its answer goes to a poller of each style. */
  | { polls: 'every style' }
  /** Sets the status of stored applications at its process, one after the other. Another actor may erase one. */
  | { sets: Record<string, ApplicationStatus> }
  /** Erases stored applications at its process. */
  | { erases: string[] }
  /**
   * Polls the changes as a caller who has the stored applications: at the processes of these actors, one after the other. With
   * `synced` it declares that the board gave it its cursor.
   */
  | { follows: number[]; synced?: boolean }

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
  /** Applications that are there at the start, delivered and not changed. */
  stored?: string[]
  /** Of how many changes the mailbox has room at the start. No limit by default. */
  roomForChanges?: number
  /** Makes the stores. A test passes wrong ones to show that the checker notices. */
  stores?: () => MemoryStores
  /** Whether a read sees at least what earlier answers to its process have shown. If not, it may see nothing at all. */
  isCausal?: boolean
  /** Changes how processes use the stores. A test breaks this, too, to show that the checker notices. */
  misuse?: (stores: MailboxStores) => MailboxStores
  misuseMailbox?: Misuse
}

/** The outcomes of a call that writes. All but the first are faults. */
export const writeOutcomes = ['answered', 'died before', 'died after', 'failed', 'answer lost', 'sent again'] as const
/** The outcomes of a read. It changes nothing, so whether the database carried it out before a fault makes no difference. */
export const readOutcomes = ['answered', 'died before', 'failed', 'stale'] as const
export type Outcome = (typeof writeOutcomes | typeof readOutcomes)[number]

/** What an actor sees of its call, if it gets no answer. It does not see that its call is sent again. */
export const unanswered = {
  'died before': 'died',
  'died after': 'died',
  failed: 'failed',
  'answer lost': 'failed',
}

/** Whether the database carries out the call. */
export const isDone: Record<Outcome, boolean> = {
  answered: true,
  'died before': false,
  'died after': true,
  failed: false,
  'answer lost': true,
  'sent again': true,
  stale: false,
}

/** One step of a run: the database call that is next, and what becomes of it. */
export interface Choice {
  /** The actor whose process makes the call. */
  actor: number
  /** The number of the call among those of this process that wait. The first is 0. */
  call: number
  outcome: Outcome
}
