import { expect, test } from 'vitest'
import type { Duty } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { formatJunit } from './junit.ts'
import { formatMarkdown } from './markdown.ts'
import { makeReport, type ScenarioResult, type Verdict } from './report.ts'
import { formatText } from './text.ts'

/* The forms of a report, from made-up results. */

const run = {
  version: '1.0.0',
  command: ['python3', 'sync.py'],
  stored: undefined,
  prepare: undefined,
  startedAt: new Date(0),
  expected: [],
}
const does: Duty[] = ['candidates', 'statuses']
const promise = 'Everyone who applied is stored.'
const guide = 'docs/guides/following-candidates.md#two-rules'

const resultsWith = (choose: (index: number) => Verdict): ScenarioResult[] =>
  scenarios.map(({ name, duty }, index) => ({ name, promise, duty, guide, verdict: choose(index), ms: 1000 }))

test('a report is a certificate only if all scenarios were played, one passed and none failed', () => {
  const summarise = (results: ScenarioResult[]) => makeReport({ ...run, does, results })
  const all = scenarios.length
  expect(summarise(resultsWith(() => 'passed'))).toMatchObject({
    isCertificate: true,
    summary: `${all} scenarios: ${all} passed. This is a certificate for fetching candidates and keeping the statuses of candidates: each scenario about that was played, and none failed.`,
  })
  expect(summarise(resultsWith((index) => (index === 0 ? 'passed' : 'not applicable'))).isCertificate).toBe(true)
  for (const [results, why] of [
    [resultsWith((index) => (index === 0 ? 'failed' : 'passed')), 'a scenario failed'],
    [resultsWith(() => 'failed'), `${all} scenarios failed`],
    [resultsWith(() => 'passed').slice(1), `only ${all - 1} of ${all} scenarios were chosen`],
    [resultsWith(() => 'not applicable'), 'no scenario was applicable'],
  ] as const)
    expect(summarise(results)).toMatchObject({
      isCertificate: false,
      summary: expect.stringContaining(`This is no certificate: ${why}.`),
    })
})

test('what the program was not seen to do is named as not tested, and is a failure if it was expected', () => {
  const results = resultsWith((index) => (scenarios[index]?.duty === 'candidates' ? 'passed' : 'not applicable'))
  const remark = 'The program sends whole jobs.'
  const [first] = results
  if (first !== undefined) first.remarks = [remark]
  const notTested =
    'Not tested, because the program was not seen doing it: fetching CVs, confirming erasures, and pushing jobs. If it should, --expect cvs,erasures,jobs makes this a failure.'
  const notVisible = expect.stringMatching(/^Not visible to certify: whether the name, the CV and the notes/)
  const report = makeReport({ ...run, does, results })
  expect(report).toMatchObject({ isCertificate: true, missing: [], limits: [notTested, remark, notVisible] })
  for (const format of [formatText, formatMarkdown, formatJunit]) {
    const text = format(report)
    expect(text).toContain(report.summary)
    expect(text).toContain('confirming erasures, and pushing jobs')
  }

  const failed = makeReport({ ...run, does, results, expected: ['candidates', 'jobs'] })
  expect(failed).toMatchObject({
    isCertificate: false,
    missing: ['jobs'],
    summary: expect.stringContaining(
      'This is no certificate: the program was not seen pushing jobs, which --expect names.',
    ),
  })
  const message = 'The program was not seen to push the jobs of BOARDWALK'
  expect(formatText(failed)).toContain(`FAILED  --expect jobs: ${message}`)
  expect(formatMarkdown(failed)).toContain(message)
  expect(formatJunit(failed)).toContain(`name="jobs" time="0"><failure message="${message}`)
})

test('each form says what happened, why, what the program printed and which guide helps, and obeys no text of the program', () => {
  const result = { promise, guide, ms: 1500 }
  const harm = 'Salma | <b>Bennani</b> was never stored'
  const report = makeReport({
    ...run,
    command: ['sh', '-c', 'echo `date` | tee a'],
    does,
    results: [
      { ...result, name: 'good', duty: 'candidates', verdict: 'passed' },
      {
        ...result,
        name: 'bad',
        duty: 'candidates',
        verdict: 'failed',
        harm,
        evidence: ['GET /api/candidates?since=1&page=2 → 200'],
        output: ['```', ']]> \x1B[31m \ud800 "&'],
      },
      { ...result, name: 'absent', duty: 'jobs', verdict: 'not applicable' },
    ],
  })
  expect(formatText(report)).toBe(`boardwalk certify 1.0.0, 1970-01-01T00:00:00.000Z
sh -c echo \`date\` | tee a

ok      good (1.5 s): Everyone who applied is stored.
FAILED  bad (1.5 s): Everyone who applied is stored.
        What happened:
          Salma | <b>Bennani</b> was never stored
        Evidence:
          GET /api/candidates?since=1&page=2 → 200
        The program printed last:
          \`\`\`
          ]]> \ufffd[31m \ud800 "&
        How to do it right:
          docs/guides/following-candidates.md#two-rules
-       absent: not applicable. The program was not seen to push the jobs of BOARDWALK_JOBS

3 scenarios: 1 passed, 1 failed, 1 not applicable. This is no certificate: a scenario failed.
Not tested, because the program was not seen doing it: fetching CVs, confirming erasures, and pushing jobs. If it should, --expect cvs,erasures,jobs makes this a failure.
Not visible to certify: whether the name, the CV and the notes of an erased person are gone from databases, logs and backups. It sees the ids that --stored prints, and the files of the folder in which the program runs.
`)
  const markdown = formatMarkdown(report)
  for (const part of [
    '| The program | `` sh -c echo `date` \\| tee a `` |',
    '| It was seen to | fetch candidates; keep the statuses of candidates, as --stored prints them |',
    '| bad | failed | 1.5 s | Everyone who applied is stored. |',
    '**Salma \\| \\<b\\>Bennani\\</b\\> was never stored**',
    '````text\n```\n]]> \ufffd[31m',
    '- absent: The program was not seen to push the jobs of BOARDWALK\\_JOBS.',
    guide,
  ])
    expect(markdown).toContain(part)
  const junit = formatJunit(report)
  for (const part of [
    'tests="3" failures="1" errors="0" skipped="1"',
    'timestamp="1970-01-01T00:00:00">',
    '<testcase classname="certify.candidates" name="good" time="1.5"></testcase>',
    '<failure message="Salma | &lt;b&gt;Bennani&lt;/b&gt; was never stored" type="bad">',
    'since=1&amp;page=2 → 200\n',
    '<system-out>```\n]]&gt; \ufffd[31m \ufffd &quot;&amp;</system-out>',
    '<skipped message="The program was not seen to push the jobs of BOARDWALK_JOBS"/>',
    guide,
  ])
    expect(junit).toContain(part)
})
