import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createZip, type ZipEntry } from './zip.ts'

/* Large archives, which another program must be able to read: Python's zipfile. */

const MIB = 2 ** 20

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

const createEntry = (path: string, pieces: Iterable<Buffer>): ZipEntry => ({
  path,
  at: new Date('2026-03-04T05:06:08Z'),
  open: async () => Readable.from(pieces),
})

describe('another program reads', () => {
  test('an archive with a file of over 4 GiB, and the files after it', async () => {
    const zeros = Buffer.alloc(MIB)
    const repeated = (function* () {
      for (let count = 0; count < 4100; count++) yield zeros
    })()
    const found = await readBack([
      createEntry('first.txt', [Buffer.from('first')]),
      createEntry('large.bin', repeated),
      createEntry('last.txt', [Buffer.from('last')]),
    ])
    const sizes = [
      ['first.txt', 5],
      ['large.bin', 4100 * MIB],
      ['last.txt', 4],
    ]
    expect(found).toEqual({ files: 3, lastFiles: sizes, broken: null, last: 'last' })
  })

  test('an archive of more files than 16 bits can count', async () => {
    const files = 70_000
    function* list() {
      for (let index = 1; index <= files; index++) yield createEntry(`${index}-é.txt`, [Buffer.from(String(index))])
    }
    expect(await readBack(list())).toMatchObject({ files, broken: null, last: String(files) })
  })
})

const PROGRAM = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
files = archive.infolist()
sizes = [(each.filename, each.file_size) for each in files[-3:]]
last = archive.read(files[-1]).decode()
print(json.dumps({'files': len(files), 'lastFiles': sizes, 'broken': archive.testzip(), 'last': last}))
`

/** Writes an archive to the disk, and reads it with Python. */
async function readBack(entries: Iterable<ZipEntry>): Promise<unknown> {
  const file = join(folder, 'archive.zip')
  const handle = await open(file, 'w')
  try {
    let position = 0
    const small: Buffer[] = []
    const writeSmall = async () => {
      const bytes = Buffer.concat(small.splice(0))
      await handle.write(bytes, 0, bytes.length, position)
      position += bytes.length
    }
    for await (const piece of createZip(entries)) {
      if (piece.length < MIB) {
        if (small.push(piece) === 1_000) await writeSmall()
        continue
      }
      await writeSmall()
      // A hole stands for each piece of zeros, so that the file takes little of the disk.
      position += piece.length
    }
    await writeSmall()
  } finally {
    await handle.close()
  }
  return JSON.parse(execFileSync('python3', ['-c', PROGRAM, file], { encoding: 'utf8' }))
}
