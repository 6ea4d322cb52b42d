import type { Deps } from './deps.ts'

type Partially<All> = {
  [Name in keyof All]?: All[Name] extends readonly unknown[] | ((...args: never) => unknown)
    ? All[Name]
    : Partial<All[Name]>
}

/**
 * Makes deps with these members only: for the sandbox, and for a test of functions that use no others. Reading another one throws an
 * error that names it.
 */
export function createPartialDeps<All extends Deps = Deps>(members: Partially<All>): All {
  return new Proxy(members as All, {
    get(target, name, receiver) {
      if (name in target || typeof name === 'symbol') return Reflect.get(target, name, receiver)
      throw new Error(`these deps have no member ${name}`)
    },
  })
}
