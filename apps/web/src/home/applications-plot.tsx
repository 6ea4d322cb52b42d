import { useLanguage } from '../language.tsx'
import type { Answers } from '../trpc.ts'
import classes from './applications-plot.module.css'

const BAR_WIDTH = 10
const GAP = 4
const HEIGHT = 120

interface ApplicationsPlotProps {
  days: Answers['home']['summary']['applicationsByDay']
}

/** Applications a day as bars, and as a table for those who do not see them. */
export function ApplicationsPlot({ days }: ApplicationsPlotProps) {
  const { words, format } = useLanguage()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const [first, last] = [days.at(0), days.at(-1)]
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className={classes.plot}>
      <div className={classes.scale} aria-hidden="true">
        <span>{format.number(most)}</span>
        <span>{format.number(0)}</span>
      </div>
      <svg
        viewBox={`0 0 ${days.length * (BAR_WIDTH + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.bars}
        role="img"
        aria-label={words.home.plot(total, days.length)}
      >
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
        <span>{first && format.day(first.day)}</span>
        <span>{last && format.day(last.day)}</span>
      </div>
      <details className={classes.table}>
        <summary>{words.home.asTable}</summary>
        <table>
          <caption>{words.home.applicationsByDay}</caption>
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
