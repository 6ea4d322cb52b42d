import fc from 'fast-check'

/** Chooses one of several arbitraries, each as often as its weight says. */
export const weighted = <Value>(...choices: [weight: number, arbitrary: fc.Arbitrary<Value>][]): fc.Arbitrary<Value> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** One of several words, which a blank separates. */
export const word = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.split(' '))
