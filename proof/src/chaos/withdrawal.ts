import { setTimeout as sleep } from 'node:timers/promises'
import type { Administrator } from './administrator.ts'
import { isAccepted, sendOneForm } from './applicant.ts'
import type { AdministeredCompany } from './company.ts'
import type { Random } from './random.ts'
import { nowMs, openProcessClients, type World } from './world.ts'

const SLOW_FORMS = 3
/** A slow form ends after this time, even if its job is not unpublished. */
const SLOW_MS_MAX = 15_000
/** A publication that was not answered may be carried out this late, by a process that was frozen. */
const LATE_MS_MAX = 30_000

/** Publishes and unpublishes a job while forms for it arrive, until the world closes. */
export async function withdraw(
  world: World,
  company: AdministeredCompany,
  administrator: Administrator,
  random: Random,
): Promise<void> {
  const clients = openProcessClients(world, random)
  const { withdrawnJob: job } = company

  let unsureUntilMs = 0

  async function once(): Promise<void> {
    let isWithdrawn = false
    let tell = () => {}
    const withdrawn = new Promise<void>((resolve) => {
      tell = resolve
    })
    const forms = Array.from({ length: SLOW_FORMS }, async () => {
      let isLate = false
      const answer = await sendOneForm(world, random.pick(clients), { company, job }, random, [
        () => sleep(random.between(100, 700)),
        () => Promise.race([withdrawn, sleep(SLOW_MS_MAX, undefined, { ref: false })]),
        () => sleep(random.between(0, 500)),
        async () => {
          isLate = isWithdrawn
        },
      ])
      if (isLate && nowMs() > unsureUntilMs && answer !== undefined && isAccepted(answer))
        world.breaches.add(
          'withdrawn',
          `a form for ${job.path} was taken after the job was acknowledged as unpublished`,
        )
    })
    await sleep(random.between(500, 1_200))
    const done = await administrator.change(
      'unpublish',
      () => 'job.unpublish',
      () => ({ jobId: job.jobId }),
    )
    if (done !== undefined) {
      isWithdrawn = true
      world.acknowledged.unpublished++
    }
    tell()
    await Promise.all(forms)
    const published = await administrator.change(
      'publish',
      () => 'job.publish',
      () => ({ jobId: job.jobId }),
    )
    if (published?.isSure !== true) unsureUntilMs = nowMs() + LATE_MS_MAX
  }

  while (world.isOpen()) await once()
  for (const client of clients) client.close()
}
