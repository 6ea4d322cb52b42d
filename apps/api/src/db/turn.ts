const WAIT_MS_MAX = 500

/** Waits until something is over, well or badly, but not for long: a database call that hangs holds up nobody else. */
export async function over(before: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS_MAX)
  })
  try {
    await Promise.race([before, late])
  } catch {
    // Whoever asked for it is told.
  } finally {
    clearTimeout(timer)
  }
}
