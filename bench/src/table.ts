import { computeThroughputRatio, findFastestPeer } from './ratio.ts'
import type { Figures, Measured, MeasuredAtRate, Results } from './result.ts'
import { type ServiceName, serviceNames } from './service/name.ts'

/** Writes the comparison of the services as Markdown. A report that has only goals has no comparison. */
export function writeTables(results: Partial<Results>): string {
  const { machine, closedLoop, openLoop = [], databaseCommands = [] } = results
  if (machine === undefined || closedLoop === undefined) return ''
  const names = serviceNames.filter((name) => results.conformance?.[name] !== undefined)
  const connections = [...new Set(closedLoop.map((measured) => measured.connections))]
  const head = [
    `Database: ${results.database}. Machine: ${machine.cpus} CPUs (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node}. Medians of`,
    `${results.rounds} rounds of ${results.seconds} s, with one connection half as long. Measured on ${results.at?.slice(0, 10)} by \`npm run bench\`.`,
    'The ratio is Boardwalk’s rate, divided by that of the fastest peer. A peer is in [the list of services](../README.md).',
  ]
  return [
    `# The services, over ${results.database?.split(' ')[0]}`,
    head.join('\n'),
    ...connections.map((of) =>
      section(
        `Requests a second, ${of === 1 ? '1 connection' : `${of} connections`}`,
        ['operation', ...names, 'ratio', '99th percentile in ms: boardwalk', 'fastest peer'],
        closedLoop.filter((measured) => measured.connections === of).map((measured) => rateRow(names, measured)),
      ),
    ),
    section(
      'At half the rate of the best service: 50th / 99th percentile in ms, waiting included',
      ['operation', 'due a second', ...names],
      openLoop.map((measured) => openRow(names, measured)),
    ),
    section(
      'CPU of the API process for one request in µs, that of the database in brackets',
      ['operation', 'connections', ...names],
      closedLoop.map((measured) => [
        measured.operation,
        measured.connections,
        ...names.map((name) => writeCpu(measured.services[name])),
      ]),
    ),
    section(
      'Commands to the database for one request',
      ['operation', 'connections', ...names],
      databaseCommands.map(({ operation, connections: of, services }) => [
        operation,
        of,
        ...names.map((name) => services[name]?.perRequest),
      ]),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n')
}

type Cell = string | number | undefined

/** Writes a table with its heading. What was not measured has no rows, and no heading either. */
function section(title: string, columns: string[], rows: Cell[][]): string {
  if (rows.length === 0) return ''
  const line = (cells: Cell[]) => `| ${cells.map((cell) => cell ?? '-').join(' | ')} |`
  return [`## ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

function rateRow(names: ServiceName[], measured: Measured): Cell[] {
  const { operation, services } = measured
  const fastest = findFastestPeer(services)
  return [
    operation,
    ...names.map((name) => writeRate(services[name])),
    computeThroughputRatio(measured)?.toFixed(2),
    services.boardwalk?.p99,
    fastest && services[fastest.name]?.p99,
  ]
}

const writeRate = (figures: Figures | undefined): Cell =>
  figures && (figures.failures > 0 ? `${figures.perSecond} (${figures.failures} failed)` : figures.perSecond)

const writeCpu = (figures: Figures | undefined): Cell =>
  figures?.apiCpuMicros && `${figures.apiCpuMicros} (${figures.databaseCpuMicros ?? '-'})`

const openRow = (names: ServiceName[], { operation, rate, services, closed }: MeasuredAtRate): Cell[] => [
  operation,
  Math.round(rate),
  ...names.map((name) => {
    const { [name]: at } = services
    const { [name]: before } = closed
    return at ? `${at.p50} / ${at.p99}` : before && `only ${before.perSecond}/s`
  }),
]
