import type { Part } from '../../part.ts'
import { addExportCommand } from './commands.ts'
import { addExportPages } from './lists.ts'

/** Gives out data as files: the lists of the back office as CSV, and all that a company has as a zip archive. */
export const exportPart = {
  name: 'export',
  addBackOfficePages: addExportPages,
  addCommands: addExportCommand,
} satisfies Part
