/** Reads the command line. If it makes no sense, says why and how the program is used, and answers undefined. */
export function optionsOrUsage<Options>(readOptions: (args: string[]) => Options, usage: string): Options | undefined {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    return undefined
  }
}
