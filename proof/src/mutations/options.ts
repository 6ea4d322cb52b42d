import { parseArgs } from 'node:util'

export interface Options {
  /** A part of the name or the file of a mistake. */
  only: string | undefined
  /** The number of mistakes; undefined for all. */
  sample: number | undefined
  seed: string
  atOnce: number
  /** The tests have just passed, so they are not run again without a mistake. */
  haveTestsPassed: boolean
  report: string | undefined
}

export const usage = `npm run proof:mutations -- [options]
  --only <text>     only the mistakes whose name or file contains this
  --sample <n>      only this number of them, chosen by the seed
  --seed <text>     the same seed, the same sample (default: 1)
  --at-once <1|2>   the number of copies of the tree that work at the same time (default: 2)
  --tests-passed    leaves out the run without a mistake, because the tests have just passed
  --report <path>   writes the result of each there as JSON`

/** Reads the command line. Throws if it makes no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '2' },
      'tests-passed': { type: 'boolean', default: false },
      report: { type: 'string' },
    },
  })
  const sample = values.sample === undefined ? undefined : Number(values.sample)
  if (sample !== undefined && !(Number.isInteger(sample) && sample > 0))
    throw new Error(`--sample must be a number from 1; got "${values.sample}"`)
  const atOnce = Number(values['at-once'])
  if (atOnce !== 1 && atOnce !== 2) throw new Error(`--at-once must be 1 or 2; got "${values['at-once']}"`)
  const { only, seed, report, 'tests-passed': haveTestsPassed } = values
  return { only, sample, seed, atOnce, haveTestsPassed, report }
}
