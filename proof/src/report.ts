/** The result of a program. `problems` is empty if every promise held. */
export interface Report {
  figures: Record<string, number | string>
  problems: string[]
}

/** Prints the figures and the problems, and sets the exit code. */
export function conclude({ figures, problems }: Report): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name.padEnd(width)}  ${value}\n`)
  for (const problem of problems) process.stdout.write(`BROKEN: ${problem}\n`)
  process.stdout.write(problems.length === 0 ? 'All of it held.\n' : `${problems.length} broken.\n`)
  if (problems.length > 0) process.exitCode = 1
}
