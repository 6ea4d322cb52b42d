import type { Answer } from './answer.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { nowMs, type World } from './world.ts'

/** A request is answered after 25 s at the latest, but a fault may stop its process for 4 s. A busy machine needs the rest. */
const ANSWERED_MS_MAX = 30_000

/** Asks for candidates with `wait`. */
export async function askWaiting(
  { waitSecondsMax, breaches }: World,
  client: HttpClient,
  question: Parameters<HttpClient['ask']>[0],
  random: Random,
): Promise<Answer | undefined> {
  const seconds = random.between(1, waitSecondsMax)
  const beganMs = nowMs()
  const answer = await client.ask({
    ...question,
    path: `${question.path}&wait=${seconds}`,
    boardWaitsMs: seconds * 1e3,
  })
  const ms = Math.round(nowMs() - beganMs)
  if (answer !== undefined && ms > ANSWERED_MS_MAX)
    breaches.add('waited too long', `${question.operation} with wait=${seconds} was answered after ${ms} ms`)
  if (answer?.status === 200 && answer.headers['x-waited'] === undefined)
    breaches.add('malformed', `${question.operation} with wait=${seconds} was answered without x-waited`)
  return answer
}

/** Notes how long something took to reach a poll that had waited for it. `doneMs` is when it was acknowledged. */
export function noteWakeUp(
  { wakeUpsMs }: World,
  doneMs: number | undefined,
  { beganMs, cameMs }: { beganMs: number; cameMs: number },
): void {
  if (doneMs === undefined) wakeUpsMs.push(0)
  else if (doneMs > beganMs) wakeUpsMs.push(Math.max(0, cameMs - doneMs))
}
