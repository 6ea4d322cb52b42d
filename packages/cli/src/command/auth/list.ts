import { type ExitCode, exitCode } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { readProfiles } from '../../profile.ts'
import { printRecords } from '../../records.ts'
import type { World } from '../../shell.ts'

/** Prints the stored profiles, without their keys. Asks the board nothing: the company is the one of the login. */
export async function list({ env }: World, output: Output, format: OutputFormat): Promise<ExitCode> {
  const profiles = readProfiles(env).map(([profile, { url = null, company = null }]) => ({ profile, url, company }))
  await printRecords(output, format, {
    name: 'profiles',
    columns: [
      { name: 'profile', text: ({ profile }) => profile },
      { name: 'url', text: ({ url }) => url ?? '' },
      { name: 'company', text: ({ company }) => company?.name ?? '' },
    ],
    items: toItems(profiles),
  })
  if (profiles.length === 0) output.say('No key is stored. Run boardwalk auth login.')
  return exitCode.done
}

async function* toItems<Item>(items: Item[]): AsyncGenerator<Item> {
  yield* items
}
