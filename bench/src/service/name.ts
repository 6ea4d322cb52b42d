/** The services that Boardwalk is compared with: what a team would otherwise write. */
export const peers = ['express', 'fastify', 'fastify-cached'] as const
export const serviceNames = ['boardwalk', ...peers] as const
export type ServiceName = (typeof serviceNames)[number]

export function parseServiceName(name: string): ServiceName {
  const known = serviceNames.find((service) => service === name)
  if (known === undefined) throw new Error(`there is no service "${name}"; there are ${serviceNames.join(', ')}`)
  return known
}
