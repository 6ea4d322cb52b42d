import { createSteps } from './start-server.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Finds or installs the database that a start would choose, so that the start need not wait for it: `npm run demo` and `npm test`
 * run this while the rest is built. Always succeeds, because the start says why there is no database, and what to do.
 */
async function install({ MONGODB_URI: uri, LOCAL_MONGO: wanted }: NodeJS.ProcessEnv): Promise<void> {
  const steps = uri ? [] : createSteps(process.env)
  for (const { locate } of steps.filter(({ source }) => !wanted || source === wanted)) {
    const isThere = await locate(log).then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
}

await install(process.env)
