/** Reads openapi.json. It is loaded only on request, because most tests never ask for it, and it is as large as the rest of the sandbox. */
export async function readDocument(): Promise<object> {
  const { default: document } = await import('../../../apps/api/openapi.json', { with: { type: 'json' } })
  return document
}
