import type { Holder, Listener } from '@boardwalk/core/listener'
import type { Work } from '@boardwalk/core/process/schedule'
import type { AnyProcedure } from '@trpc/server'
import type { Deps } from './deps.ts'
import type { PartState } from './part-state.ts'

/**
 * One optional feature of the board: a folder in `part/` and a line in `parts.ts`. The server, the operator's program, the site, the
 * back office and the sender of mails take what they need from each part of the list, and name none.
 */
export interface Part {
  /** The name of its folder. */
  name: string
  /** What it keeps. */
  state?: PartState
  /** Its work in the background. */
  works?(deps: Deps): readonly Work<Deps>[]
  /** What it does after something has happened in the core. */
  listeners?(deps: Deps): readonly Listener[]
  /** What it holds of people or companies. */
  holders?(deps: Deps): readonly Holder[]
  /** What the back office calls, by name. */
  procedures?: Procedures
}

/** Procedures of the back office, by the name of their group and their own. */
type Procedures = Readonly<Record<string, Readonly<Record<string, AnyProcedure>>>>

/** The procedures of all parts of a list. */
export type ProceduresOf<Parts extends readonly Part[]> = Merge<
  Parts[number] extends infer One ? (One extends { procedures: infer Own } ? Own : never) : never
>
/** Makes one object type of the types of a union. */
export type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
