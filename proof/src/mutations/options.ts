import { parseArgs } from 'node:util'

export interface Options {
  /** Part of a mutation's name or file. */
  only: string | undefined
  /** How many are run; undefined: all. */
  sample: number | undefined
  seed: string
  atOnce: number
  /** The tests have just passed: they are not run once more without any mistake. */
  haveTestsPassed: boolean
  report: string | undefined
}

export const usage = `npm run proof:mutations -- [options]
  --only <text>     only the mistakes whose name or file contains this
  --sample <n>      only so many of them, chosen by the seed
  --seed <text>     the same seed, the same sample (default: 1)
  --at-once <1|2>   how many copies of the tree work side by side (default: 2)
  --tests-passed    leaves out the run without any mistake: the tests have just passed
  --report <path>   writes what became of each there as JSON`

/** Throws where the command line makes no sense. */
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
