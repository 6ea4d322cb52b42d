/**
 * Finds why something failed: the first line of an error's message, or of its cause's message. `fetch` says only "fetch
 * failed", and its cause has the reason. Messages of TLS and of cycles in JSON have more lines.
 */
export function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error.cause instanceof Error && error.cause.message !== '' ? error.cause : error
  return message.split('\n', 1)[0] ?? ''
}
