/** Reads the command line. If it makes no sense, prints why and the usage, and answers undefined. */
export function optionsOrUsage<Options>(readOptions: (args: string[]) => Options, usage: string): Options | undefined {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    return undefined
  }
}
