/** Waits until a process has started or ended, and kills it if that takes too long. Answers whether it was in time. */
export async function inTime(done: Promise<unknown>, msMax: number, kill: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, msMax, false)
  })
  try {
    const isInTime = await Promise.race([done.then(() => true), late])
    if (!isInTime) await kill()
    return isInTime
  } finally {
    clearTimeout(timer)
  }
}
