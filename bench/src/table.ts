import { computeCpuRatio, computeThroughputRatio } from './ratio.ts'
import type { ByService, CountedCommands, Figures, Measured, MeasuredAtRate, Results } from './result.ts'
import { peers, type ServiceName, serviceNames } from './service/name.ts'

/** Writes the results as tables for people. */
export function writeTables(results: Results): string {
  const { machine, database, seconds, rounds } = results
  const names = serviceNames.filter((name) => results.conformance[name] !== undefined)
  const head = [
    `Database: ${database}`,
    `Machine: ${machine.cpus} CPUs (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node}`,
    `One job with ${results.popularApplications} applications, 200 with 100 each`,
    `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s, medians; ratio: Boardwalk to the faster of ${peers.join(' and ')}`,
  ]
  const connections = [...new Set(results.closedLoop.map((measured) => measured.connections))]
  const sections = connections.flatMap((of) => {
    const measured = results.closedLoop.filter((one) => one.connections === of)
    const at = `${of} ${of === 1 ? 'connection' : 'connections'}`
    return [
      section(`Requests a second, ${at}`, [...names, 'ratio'], measured, throughputRow(names)),
      section(`99th percentile (ms), ${at}`, names, measured, ({ services }) =>
        cells(names, services, ({ p99 }) => p99),
      ),
      section(`CPU of the API process a request (µs), ${at}`, [...names, 'to fastify'], measured, cpuRow(names)),
      section(`CPU of the database a request (µs), ${at}`, names, measured, ({ services }) =>
        cells(names, services, ({ databaseCpuMicros }) => databaseCpuMicros),
      ),
      section(`The load generator's share of one CPU, ${at}`, names, measured, ({ services }) =>
        cells(names, services, ({ loadCpuShare }) => loadCpuShare),
      ),
    ]
  })
  const open = section(
    'At half the rate of the best: 50th / 99th percentile (ms), waiting included',
    ['due a second', ...names],
    results.openLoop,
    openRow(names),
  )
  const commands = section(
    'Database commands a request',
    ['connections', ...names],
    results.databaseCommands,
    commandsRow(names),
  )
  return [head.join('\n'), ...sections, open, commands].filter((text) => text !== '').join('\n\n')
}

type Cell = string | number | undefined

function section<Row extends { operation: string }>(
  title: string,
  columns: string[],
  rows: Row[],
  makeCells: (row: Row) => Cell[],
): string {
  if (rows.length === 0) return ''
  const table = [[title, ...columns], ...rows.map((row) => [row.operation, ...makeCells(row).map(shown)])]
  const widths = table[0]?.map((_, column) =>
    column === 0 ? 18 : Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(18) : cell.padStart(widths?.[column] ?? 0))).join('  ')
  const [, ...body] = table
  return [title, line(['', ...columns]), ...body.map(line)].join('\n')
}

const shown = (cell: Cell) => (cell === undefined ? '-' : String(cell))
const times = (ratio: number | undefined) => (ratio === undefined ? undefined : `${ratio.toFixed(2)}x`)

const cells = <Value>(names: ServiceName[], services: ByService<Value>, of: (value: Value) => Cell): Cell[] =>
  names.map((name) => {
    const value = services[name]
    return value === undefined ? undefined : of(value)
  })

const throughputRow = (names: ServiceName[]) => (measured: Measured) => [
  ...cells(names, measured.services, ({ perSecond, failures }) =>
    failures > 0 ? `${perSecond} (${failures} failed)` : perSecond,
  ),
  times(computeThroughputRatio(measured)),
]

const cpuRow = (names: ServiceName[]) => (measured: Measured) => [
  ...cells(names, measured.services, ({ apiCpuMicros }) => apiCpuMicros),
  times(computeCpuRatio(measured, 'fastify')),
]

const openRow =
  (names: ServiceName[]) =>
  ({ rate, services, closed }: MeasuredAtRate) => [
    Math.round(rate),
    ...cells(names, { ...closed, ...services }, (figures: Figures) =>
      Object.values(services).includes(figures) ? `${figures.p50} / ${figures.p99}` : `only ${figures.perSecond}/s`,
    ),
  ]

const commandsRow =
  (names: ServiceName[]) =>
  ({ connections, services }: CountedCommands) => [
    connections,
    ...cells(names, services, ({ perRequest }) => perRequest),
  ]
