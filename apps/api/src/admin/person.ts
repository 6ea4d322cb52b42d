import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Email } from '@boardwalk/schema/user'
import type { Command } from 'commander'
import { actAsOperator } from '../feature/activity/audit.ts'
import { exportPerson, type PersonExport } from '../feature/application/export.ts'
import { getCompanyBySlug } from '../feature/company/service.ts'
import { createParser, json, type Run } from './command.ts'

/** Adds the commands about the people who have applied. */
export function addPersonCommands(program: Command, run: Run): void {
  program
    .command('person')
    .description('people who have applied')
    .command('export')
    .description(
      'write all that a company has of one person into a zip file: applications, CVs, and what was done to them',
    )
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option('--output <file>', 'the file to write; it must not exist yet', 'person.zip')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = await getCompanyBySlug(deps, options.company)
        const { applications, content } = await exportPerson(deps, actAsOperator(id), { email: options.email })
        const file = resolve(options.output)
        await writeNewFile(file, content)
        const what = applications === 1 ? '1 application' : `${applications} applications`
        return { json: { file, applications }, lines: [`${file} has ${what}. Only you can read the file.`] }
      }, options),
    )
}

/** Writes a file that only its owner can read. It never replaces a file, and leaves no part of one. */
async function writeNewFile(file: string, content: PersonExport['content']): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${file} exists already; name another file with --output`, { cause: error })
  })
  try {
    await pipeline(content, handle.createWriteStream())
  } catch (error) {
    await rm(file)
    throw error
  }
}
