import { escapePattern } from '@boardwalk/core/db/word-pattern'

/**
 * Names the inbox of an address: without dots, upper case, and the part after a `+`, as many mail servers do. For counting
 * only. Mails go to the address as it was given.
 */
export function findInbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@', 2)
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`
}

/**
 * Makes a regular expression that finds, in any case of letters, all addresses with the inbox of an address. The owner of a domain decides
 * whether they are one inbox, so a person must look at what it finds.
 */
export function createInboxPattern(email: string): string {
  const [local = '', domain = ''] = findInbox(email).split('@', 2)
  const letters = Array.from(local, escapePattern).join('\\.*')
  return `^\\.*${letters}\\.*(\\+[^@]*)?@${escapePattern(domain)}$`
}
