const WAIT_MS_MAX = 500

/** Waits until a call has succeeded or failed, but half a second at most: a database call that hangs holds up nobody else. */
export async function waitForEnd(call: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS_MAX)
  })
  try {
    await Promise.race([call, late])
  } catch {
    // Its own caller gets the error.
  } finally {
    clearTimeout(timer)
  }
}
