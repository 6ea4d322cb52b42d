import { expect, it } from 'vitest'
import { judgeAccept, judgeCompanyPage } from './guard.ts'

const number = {
  ...{ processes: 8, perSecond: 200, p99: 300, accepted: 1500, perSecondOfRounds: [200], refused: 0 },
  ...{ failed: 0, lost: 0, deliveredTwice: 0, leadMsMax: 900 },
}
const lost = (verdicts: { isLost: boolean }[]) => verdicts.map(({ isLost }) => isLost)

it('accept: a lost, repeated or failed application and dates over a second ahead are a loss, a refusal is none', () => {
  const judge = (change: object) => lost(judgeAccept({ numbers: [{ ...number, ...change }], mostToOneRatio: 1 }, {}))
  expect(judge({ refused: 9 })).toEqual([false])
  for (const change of [{ lost: 1 }, { deliveredTwice: 1 }, { failed: 1 }, { leadMsMax: 1_001 }])
    expect(judge(change)).toEqual([true])
})

it('accept: less gain from more processes than was recorded is a loss', () => {
  const judge = (mostToOneRatio: number) => lost(judgeAccept({ numbers: [], mostToOneRatio }, { mostToOneRatio: 1 }))
  expect(judge(0.86)).toEqual([false])
  expect(judge(0.84)).toEqual([true])
})

it('company-page: a page that costs more than was recorded is a loss; one that was not recorded is not judged', () => {
  const judge = (name: string, costRatio: number) =>
    lost(
      judgeCompanyPage(
        { asked: [{ name, costRatio, few: undefined, many: undefined }] },
        { jobs: [300, 3_000], asked: [{ name: 'the page', costRatio: 1 }] },
      ),
    )
  expect(judge('the page', 1.1)).toEqual([false])
  expect(judge('the page', 1.2)).toEqual([true])
  expect(judge('a city', 9)).toEqual([])
})
