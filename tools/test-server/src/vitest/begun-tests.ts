import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** A hook that vitest reports: its name, and the test, group of tests or file that it belongs to. */
type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0]

interface BegunFile {
  module: TestModule
  limit: NodeJS.Timeout
  /** Names of the tests and hooks that have begun and not ended. */
  begun: Map<string, string>
}

/** How long the workers have to end when a file takes too long. */
const STOP_MS_MAX = 10_000

/**
 * Names the tests that have begun and not ended when a signal stops a run. Stops a run by itself when a file takes longer than
 * `fileMsMax`: the limit of a test is a timer of its worker, which a worker in an endless loop does not reach.
 */
export class BegunTests implements Reporter {
  readonly #files = new Map<string, BegunFile>()
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    // Vitest ends the process a moment after the signal.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => this.#print(`${signal} stops the run.`))
  }

  onTestModuleQueued(module: TestModule): void {
    const { fileMsMax } = module.project.getProvidedContext()
    const late = `${module.relativeModuleId} has not ended after ${fileMsMax / 1000} s.`
    this.#files.set(module.id, { module, limit: setTimeout(() => this.#stop(late), fileMsMax), begun: new Map() })
  }

  onTestModuleCollected(module: TestModule): void {
    const file = this.#files.get(module.id)
    if (file !== undefined) file.module = module
  }

  onTestModuleEnd({ id }: TestModule): void {
    clearTimeout(this.#files.get(id)?.limit)
    this.#files.delete(id)
  }

  onTestCaseReady({ id, fullName, module }: TestCase): void {
    this.#files.get(module.id)?.begun.set(id, fullName)
  }

  onTestCaseResult({ id, module }: TestCase): void {
    this.#files.get(module.id)?.begun.delete(id)
  }

  onHookStart({ name, entity }: Hook): void {
    if (entity.type === 'module') this.#files.get(entity.id)?.begun.set(name, name)
    else this.#files.get(entity.module.id)?.begun.set(`${entity.id} ${name}`, `${name} of ${entity.fullName}`)
  }

  onHookEnd({ name, entity }: Hook): void {
    if (entity.type === 'module') this.#files.get(entity.id)?.begun.delete(name)
    else this.#files.get(entity.module.id)?.begun.delete(`${entity.id} ${name}`)
  }

  #stop(why: string): void {
    this.#print(why)
    process.exitCode = 1
    // The first call waits for the tests that have begun. The second one kills their workers.
    for (let calls = 0; calls < 2; calls++) void this.#vitest?.cancelCurrentRun('test-failure')
    setTimeout(() => process.exit(), STOP_MS_MAX).unref()
  }

  #print(why: string): void {
    const lines = [...this.#files.values()].flatMap(({ module, begun }) => [
      `  ${module.relativeModuleId}`,
      ...(begun.size > 0 ? [...begun.values()] : listUnreported(module)).map((name) => `    ${name}`),
    ])
    process.stderr.write(`\n${[why, 'These tests have begun and not ended:', ...lines].join('\n')}\n`)
  }
}

/** Lists the tests of which a worker has said nothing, because it is in an endless loop since it began one of them. */
const listUnreported = (module: TestModule): string[] =>
  [...module.children.allTests('pending')].map(({ fullName }) => `perhaps ${fullName}`)
