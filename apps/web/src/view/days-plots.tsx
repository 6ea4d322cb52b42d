import { SimpleGrid } from '@mantine/core'
import { useLanguage, useWords } from '../language.tsx'
import type { Answers } from '../trpc.ts'
import classes from './days-plots.module.css'
import { viewWords } from './words.ts'

type Days = Answers['view']['summary']['days']

/** What is counted on each day, from the first step of an applicant to the last. */
const COUNTED = ['views', 'forms', 'applications'] as const
type Counted = (typeof COUNTED)[number]

const BAR_WIDTH = 10
const GAP = 4
const HEIGHT = 120
const DAYS_OF_LABEL = 14

/** Views, forms begun and applications per day as bars, and as a table for people who cannot see the bars. */
export function DaysPlots({ days }: { days: Days }) {
  const words = useWords(viewWords)
  const { format } = useLanguage()
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl">
        {COUNTED.map((counted) => (
          <Plot key={counted} days={days} counted={counted} />
        ))}
      </SimpleGrid>
      <details className={classes.table}>
        <summary>{words.asTable}</summary>
        <table>
          <caption>{words.perDay}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {COUNTED.map((counted) => (
                <th key={counted} scope="col">
                  {words.counted[counted]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, ...counts }) => (
              <tr key={day}>
                <th scope="row">{format.day(day)}</th>
                {COUNTED.map((counted) => (
                  <td key={counted}>{format.number(counts[counted])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

/** One count per day as bars, with its sum. Each plot has a scale of its own. */
function Plot({ days, counted }: { days: Days; counted: Counted }) {
  const words = useWords(viewWords)
  const { format } = useLanguage()
  const counts = days.map((each) => each[counted])
  const most = Math.max(1, ...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const width = days.length * (BAR_WIDTH + GAP)
  return (
    <figure className={classes.plot}>
      <figcaption className={classes.caption}>
        {words.counted[counted]} <strong>{format.number(total)}</strong>
      </figcaption>
      <div className={classes.scale} aria-hidden="true">
        <span>{format.number(most)}</span>
        <span>{format.number(0)}</span>
      </div>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" className={classes.bars} aria-hidden="true">
        <line className={classes.line} x1={0} x2={width} y1={0} y2={0} vectorEffect="non-scaling-stroke" />
        {days.map(({ day, [counted]: count }, index) => {
          const height = Math.max(1, (count / most) * HEIGHT)
          return (
            <rect
              key={day}
              className={count === 0 ? classes.none : undefined}
              x={index * (BAR_WIDTH + GAP)}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
            >
              <title>{`${format.day(day)}: ${format.number(count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className={classes.days} aria-hidden="true">
        {days.map(({ day }, index) => (
          <span key={day}>{(days.length - 1 - index) % DAYS_OF_LABEL === 0 && format.day(day)}</span>
        ))}
      </div>
    </figure>
  )
}
