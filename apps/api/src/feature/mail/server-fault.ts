/*
 * Tells a fault of the mail server from the fault of a mail. A relay whose contract has lapsed, or which is on a block list, refuses every
 * recipient with the same code.
 */

/** How many recipients in a row are refused with one code before the mail server is at fault. */
const RECIPIENTS_IN_A_ROW = 3

/** Watches what one process hears from the mail server. `change` is called when a fault begins or ends. */
export function createServerFault(change: (isFaulty: boolean) => void) {
  let lastCode: unknown
  /** The recipients in memory only: neither the log nor the database has them. */
  const recipients = new Set<string>()
  const isFaulty = () => recipients.size >= RECIPIENTS_IN_A_ROW

  return {
    isFaulty,
    /** Notes that the mail server took a mail, so it works. */
    noteTaken(): void {
      const wasFaulty = isFaulty()
      recipients.clear()
      if (wasFaulty) change(false)
    },
    /** Notes that the mail server refused a mail for a reason that is not the recipient's mailbox. `code` is the most exact code of its reply. */
    noteRefused(code: unknown, recipient: string): void {
      if (isFaulty()) return
      if (code !== lastCode) recipients.clear()
      lastCode = code
      recipients.add(recipient)
      if (isFaulty()) change(true)
    },
  }
}
