import { BSON, type Document } from 'mongodb'

/* The parts of MongoDB's wire protocol that the proxy reads: the frames of a stream, and the command in an OP_MSG. */

export const OP_MSG = 2013

/** The flag of a message that gets no reply. */
const MORE_TO_COME = 2

interface Frame {
  requestId: number
  responseTo: number
  opCode: number
  bytes: Buffer
}

/** Creates a function that cuts a stream into messages. A message begins with its length and may come in several chunks. */
export function createFrameReader(onFrame: (frame: Frame) => unknown): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let bytes = 0
  return (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    while (bytes >= 4) {
      const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
      chunks = [all]
      const length = all.readInt32LE(0)
      if (bytes < length) return
      chunks = [all.subarray(length)]
      bytes -= length
      const frame = all.subarray(0, length)
      const [requestId, responseTo, opCode] = [frame.readInt32LE(4), frame.readInt32LE(8), frame.readInt32LE(12)]
      onFrame({ requestId, responseTo, opCode, bytes: frame })
    }
  }
}

/** Reads the command in a message; undefined if the driver expects no reply, or more than one. */
export function readCommand({ bytes }: Frame) {
  const flags = bytes.readUInt32LE(16)
  const isStreamed = (flags & (1 << 16)) !== 0
  if ((flags & MORE_TO_COME) !== 0 || isStreamed) return undefined
  const body: Document = {}
  for (let at = 20; at < bytes.length; ) {
    const kind = bytes[at++]
    const end = at + bytes.readInt32LE(at)
    if (kind === 0) Object.assign(body, BSON.deserialize(bytes.subarray(at, end)))
    else {
      const nameEnd = bytes.indexOf(0, at + 4)
      body[bytes.toString('utf8', at + 4, nameEnd)] = readDocuments(bytes.subarray(nameEnd + 1, end))
    }
    at = end
  }
  const [[name, target] = ['', undefined]] = Object.entries(body)
  const collection = name === 'getMore' ? body.collection : target
  return {
    name,
    database: String(body.$db),
    collection: typeof collection === 'string' ? collection : undefined,
    body,
  }
}

function readDocuments(bytes: Buffer): Document[] {
  const documents: Document[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes.readInt32LE(at)
    documents.push(BSON.deserialize(bytes.subarray(at, end)))
    at = end
  }
  return documents
}

/** Creates the message that answers a request with a document. */
export function createReplyFrame(requestId: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(21)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(requestId, 8)
  head.writeInt32LE(OP_MSG, 12)
  return Buffer.concat([head, body])
}
