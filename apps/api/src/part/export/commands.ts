import { resolve } from 'node:path'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { getCompanyBySlug } from '@boardwalk/core/company/service'
import type { Command } from 'commander'
import { json, type Result, type Run } from '../../admin/command.ts'
import { writeNewFile } from '../../admin/new-file.ts'
import type { Deps } from '../../deps.ts'
import { exportCompany } from './company.ts'

/** Adds the command that writes all data of a company into a file. */
export function addExportCommand(program: Command, run: Run): void {
  program.commands
    .find((command) => command.name() === 'company')
    ?.command('export')
    .description(
      'write all that a company has into a zip file: texts, jobs, applications with their CVs, keys without secrets, users, audit trail',
    )
    .requiredOption('--slug <slug>', 'slug of the company')
    .requiredOption('--output <file>', 'the file to write; it must not exist yet')
    .option(...json)
    .action((options) => run((deps) => writeExport(deps, options), options))
}

async function writeExport(deps: Deps, { slug, output }: { slug: string; output: string }): Promise<Result> {
  const { id } = await getCompanyBySlug(deps, slug)
  const file = resolve(output)
  const { counts } = await writeNewFile(file, () => exportCompany(deps, actAsOperator(id)))
  const { jobs, applications, heldBack, cvs, auditEvents } = counts
  return {
    json: { id, slug, file, ...counts },
    lines: [
      `${file} has`,
      `  jobs: ${jobs}`,
      `  applications: ${applications}, and ${heldBack} held back; CVs: ${cvs}`,
      `  entries of the audit trail: ${auditEvents}`,
      'Only you can read the file. It has personal data: store it encrypted, and delete it when it has served.',
    ],
  }
}
