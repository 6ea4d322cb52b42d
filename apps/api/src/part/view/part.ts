import type { Part } from '../../part.ts'
import { addViewPages, createViewSlots } from './pages.ts'
import { procedures } from './procedures.ts'
import { viewing } from './state.ts'

/** Counts how often jobs are read and forms begun, and shows it to the users of the company. */
export const viewPart = {
  name: 'view',
  state: viewing,
  procedures,
  addPages: addViewPages,
  slots: createViewSlots,
} satisfies Part
