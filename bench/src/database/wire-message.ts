/*
 * The MongoDB wire protocol as far as a command's name: a message is its length, two ids, an opcode and, for OP_MSG,
 * flags and sections, the first of kind 0 being a BSON document whose first element is named for the command.
 */

const HEADER_BYTES = 16
const OP_MSG = 2013

/** Cuts a stream of bytes into messages and names the command of each OP_MSG. */
export function commandReader(named: (command: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= HEADER_BYTES) {
      const length = rest.readInt32LE(0)
      if (rest.length < length) return
      const command = commandOf(rest.subarray(0, length))
      if (command !== undefined) named(command)
      rest = rest.subarray(length)
    }
  }
}

function commandOf(message: Buffer): string | undefined {
  if (message.readInt32LE(12) !== OP_MSG) return undefined
  let at = HEADER_BYTES + 4
  // A sequence of documents (kind 1) may stand before the command.
  while (message[at] === 1) at += 1 + message.readInt32LE(at + 1)
  // The kind, the document's length and the element's type.
  const name = at + 1 + 4 + 1
  return message.toString('latin1', name, message.indexOf(0, name))
}
