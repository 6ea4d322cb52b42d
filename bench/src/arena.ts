import type { Closers } from './closers.ts'
import { checkService } from './conformance/checks.ts'
import type { Options } from './options.ts'
import type { Results } from './result.ts'
import { type Contender, startContender } from './service/contender.ts'
import type { Stage } from './stage.ts'

/** The services that are compared, each in a database of its own. */
export interface Arena extends Stage {
  contenders: Contender[]
  conformance: Results['conformance']
}

type ArenaOptions = Pick<Options, 'services' | 'popularApplications' | 'operations'>

/** Checks the services and starts them. Throws if one breaks the contract: it would do other work than the rest. */
export async function openArena(
  stage: Stage,
  { services, popularApplications, operations }: ArenaOptions,
  closers: Closers,
  say: (line: string) => void,
): Promise<Arena> {
  const conformance: Results['conformance'] = {}
  for (const name of services) {
    const found = await checkService(name, stage.newDatabase(`${name}_checked`), stage.folder)
    conformance[name] = found
    say(`${name}: ${found.checked - found.failures.length} of ${found.checked} guarantees hold`)
    if (found.failures.length > 0) throw new Error(found.failures.join('\n'))
  }
  const companies = Math.max(0, ...operations.map((operation) => operation.companies ?? 0))
  const contenders: Contender[] = []
  for (const name of services) {
    const contender = await startContender(name, stage.newDatabase(name), stage.folder, {
      popularApplications,
      companies,
    })
    closers.add(() => contender.service.stop())
    contenders.push(contender)
  }
  say(
    `One job of each has ${popularApplications} applications, 200 have 100 each, and there are ${companies} other companies, in ${stage.database.label}`,
  )
  return { ...stage, contenders, conformance }
}
