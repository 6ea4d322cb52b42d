import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { examine } from '../command/doctor/doctor.ts'
import { UsageFailure } from '../failure.ts'
import { addTool, type Door } from './tool.ts'

const Doctor = z.object({}).describe('Checks address, TLS, clock, key, scopes and versions, and says what to mend.')
const CertifyReport = z
  .object({})
  .describe("Reads the last report of boardwalk certify: which failures of a board the company's program survives.")

/** What makes a file a report of `boardwalk certify`. */
const Report = z.looseObject({ isCertificate: z.boolean(), summary: z.string(), results: z.array(z.looseObject({})) })

/** Adds the tools that examine: the connection to the board, and the report of `boardwalk certify`. */
export function addCheckTools(door: Door): void {
  const { certifyReport } = door.flags
  addTool(door, 'doctor', Doctor, (_, { run, flags }) => examine(run, flags))
  if (certifyReport === undefined) return
  addTool(door, 'certify_report', CertifyReport, async () => {
    const path = join(certifyReport, 'report.json')
    try {
      return Report.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch {
      throw new UsageFailure(`There is no report of boardwalk certify at ${path}`)
    }
  })
}
