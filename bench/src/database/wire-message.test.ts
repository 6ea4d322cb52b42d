import { describe, expect, it } from 'vitest'
import { commandReader } from './wire-message.ts'

const OP_MSG = 2013
const OP_REPLY = 1

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function message(opcode: number, ...sections: Buffer[]): Buffer {
  const rest = Buffer.concat([int32(1), int32(0), int32(opcode), int32(0), ...sections])
  return Buffer.concat([int32(rest.length + 4), rest])
}

/** A BSON document whose one member is named for the command. */
function command(name: string): Buffer {
  const member = Buffer.concat([Buffer.from([2]), Buffer.from(`${name}\0`), int32(5), Buffer.from('jobs\0')])
  return Buffer.concat([Buffer.from([0]), int32(4 + member.length + 1), member, Buffer.from([0])])
}

const documents = Buffer.concat([Buffer.from([1]), int32(4 + 10), Buffer.from('documents\0')])

function commandsIn(chunks: Buffer[]): string[] {
  const named: string[] = []
  const read = commandReader((name) => named.push(name))
  for (const chunk of chunks) read(chunk)
  return named
}

describe('the reader of database commands', () => {
  const bytes = Buffer.concat([
    message(OP_MSG, command('find')),
    message(OP_REPLY, command('answer')),
    message(OP_MSG, documents, command('insert')),
    message(OP_MSG, command('findAndModify'), documents),
  ])
  const expected = ['find', 'insert', 'findAndModify']

  it('names each command once, whatever stands beside it', () => {
    expect(commandsIn([bytes])).toEqual(expected)
  })

  it('does so wherever the bytes are cut', () => {
    for (let at = 0; at <= bytes.length; at++)
      expect(commandsIn([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected)
    expect(commandsIn([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected)
  })
})
