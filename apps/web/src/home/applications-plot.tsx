import { useLanguage } from '../language.tsx'
import type { Answers } from '../trpc.ts'
import classes from './applications-plot.module.css'

const BAR_WIDTH = 10
const GAP = 4
const HEIGHT = 120
const DAYS_OF_LABEL = 7

interface ApplicationsPlotProps {
  days: Answers['home']['summary']['applicationsByDay']
}

/** Applications per day as bars, and as a table for people who cannot see the bars. */
export function ApplicationsPlot({ days }: ApplicationsPlotProps) {
  const { words, format } = useLanguage()
  const half = Math.max(1, Math.ceil(Math.max(...days.map(({ count }) => count)) / 2))
  const most = half * 2
  const width = days.length * (BAR_WIDTH + GAP)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className={classes.plot}>
      <figcaption className={classes.caption}>{words.home.applicationsInDays(total, days.length)}</figcaption>
      <div className={classes.scale} aria-hidden="true">
        <span>{format.number(most)}</span>
        <span>{format.number(half)}</span>
        <span>{format.number(0)}</span>
      </div>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" className={classes.bars} aria-hidden="true">
        {[0, HEIGHT / 2].map((y) => (
          <line key={y} className={classes.line} x1={0} x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
        ))}
        {days.map(({ day, count }, index) => {
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
      <details className={classes.table}>
        <summary>{words.home.asTable}</summary>
        <table>
          <caption>{words.home.applicationsPerDay}</caption>
          <thead>
            <tr>
              <th scope="col">{words.home.day}</th>
              <th scope="col">{words.shell.pages.applications}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{format.day(day)}</th>
                <td>{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
