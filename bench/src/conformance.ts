import { parseSource } from '@boardwalk/local-mongo'
import { withClosers } from './closers.ts'
import { checkService } from './conformance/checks.ts'
import { parseServiceName, serviceNames } from './service/name.ts'
import { openStage } from './stage.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints the guarantees that one service, or any of them, does not keep. */
async function main([asked]: string[]): Promise<void> {
  const names = asked === undefined ? serviceNames : [parseServiceName(asked)]
  await withClosers(async (closers) => {
    const stage = await openStage(parseSource(process.env.LOCAL_MONGO), closers)
    for (const name of names) {
      const { checked, failures } = await checkService(name, stage.newDatabase(name), stage.folder)
      for (const failure of failures) say(failure)
      say(`${name}: ${checked - failures.length} of ${checked} guarantees hold`)
      if (failures.length > 0) process.exitCode = 1
    }
  })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
