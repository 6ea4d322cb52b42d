/** Boardwalk, what a team would otherwise write, and the limit: node:http and the driver with nothing validated. */
export const serviceNames = ['boardwalk', 'express', 'fastify', 'trpc', 'bare'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Those whose work is the same; `bare` does less, so that nothing is measured against it but the limit. */
export const peers = ['express', 'fastify', 'trpc'] as const satisfies ServiceName[]

export function serviceNameOf(name: string): ServiceName {
  const known = serviceNames.find((service) => service === name)
  if (known === undefined) throw new Error(`there is no service "${name}"; there are ${serviceNames.join(', ')}`)
  return known
}
