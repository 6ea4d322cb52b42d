import { createCipheriv, createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { CvType } from '@boardwalk/schema/application'
import { findMime } from '../process/mime.ts'
import { examineOffice, OLE_BEGINNING } from './office.ts'
import type { CvVerdict } from './type.ts'
import type { CvFile } from './upload.ts'

/** Finds out the type of a file, or why a company should not get it as a CV. `types` are those that the board takes. */
export async function examineCv(file: Omit<CvFile, 'name'>, types: readonly CvType[]): Promise<CvVerdict> {
  const { bytes, head, open } = file
  if (bytes === 0) return { fault: 'empty' }
  if (await isPdf(head)) return (await isLocked(open)) ? { fault: 'locked' } : { type: 'pdf' }
  if (types.every((type) => type === 'pdf')) return { fault: 'otherType' }
  if (beginsWith(head, OLE_BEGINNING)) return { fault: (await isLockedOffice(open)) ? 'locked' : 'otherType' }
  if (!beginsWith(head, ZIP_BEGINNING)) return { fault: 'otherType' }
  const verdict = await examineOffice(file)
  return verdict.type !== undefined && !types.includes(verdict.type) ? { fault: 'otherType' } : verdict
}

const ZIP_BEGINNING = Buffer.from('PK\x03\x04', 'latin1')

const beginsWith = (head: Uint8Array, beginning: Buffer): boolean =>
  Buffer.from(head).subarray(0, beginning.length).equals(beginning)

/** Whether an OLE file is a document of Office that asks for a password: it has an entry of this name, in UTF-16. */
const isLockedOffice = async (open: Open): Promise<boolean> =>
  (await findText(open, new RegExp([...'EncryptedPackage'].join('\\0')))) !== undefined

/** `%PDF-` may be anywhere in the first bytes, because PDF readers skip blank lines and the headers of a mail or an HTTP answer. */
const BEGINNING_BYTES = 1024

async function isPdf(head: Uint8Array): Promise<boolean> {
  const mime = await findMime(head)
  // A file of another known type is no CV, even if it is an archive that contains a PDF.
  if (mime !== undefined) return mime === 'application/pdf'
  const start = Buffer.from(head).indexOf('%PDF-')
  return start !== -1 && start < BEGINNING_BYTES
}

/*
 * A PDF may be encrypted in two ways. With an owner password only, PDF readers open it and hide "print" or "copy". With a user password,
 * they show nothing without the password. Both kinds have the same entries, so this tries the empty user password, as a PDF reader does
 * (ISO 32000-2, 7.6.4).
 */

type Open = () => Readable

/** Longer than a match of each pattern below, so that a match across two chunks is found. */
const OVERLAP = 200
const DICTIONARY_CHARACTERS_MAX = 4096

/** Whether a PDF reader asks for a password. False if that is not certain, so that no readable CV is refused. */
async function isLocked(open: Open): Promise<boolean> {
  const named = await findText(open, /\/Encrypt\s{0,20}(?:(\d{1,10})\s{1,20}(\d{1,5})\s{1,20}R|<<)/)
  const [, object, generation] = /^\/Encrypt\s*(?:(\d+)\s+(\d+)|<<)/.exec(named ?? '') ?? []
  const dictionary =
    object === undefined ? named : await findText(open, new RegExp(`\\s${object}\\s{1,20}${generation}\\s{1,20}obj`))
  if (dictionary === undefined || !/\/Filter\s*\/Standard\b/.test(dictionary)) return false
  const first = await findText(open, /\/ID\s{0,20}\[\s{0,20}[(<]/)
  return !opensWithoutPassword(dictionary, first === undefined ? Buffer.alloc(0) : readBytes(first, '/ID\\s*\\['))
}

/** Finds the match of a pattern and the text after it. Reads in chunks, so that the file is never in memory as a whole. */
async function findText(open: Open, pattern: RegExp): Promise<string | undefined> {
  let text = ''
  for await (const chunk of open()) {
    text += chunk.toString('latin1')
    const at = text.search(pattern)
    text = text.slice(at === -1 ? -OVERLAP : at)
    if (at !== -1 && text.length >= DICTIONARY_CHARACTERS_MAX) break
  }
  const at = text.search(pattern)
  return at === -1 ? undefined : text.slice(at, at + DICTIONARY_CHARACTERS_MAX)
}

function opensWithoutPassword(dictionary: string, id: Buffer): boolean {
  const readNumber = (name: string) => Number(new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary)?.[1] ?? 0)
  const revision = readNumber('R')
  const user = readBytes(dictionary, '/U')
  if (revision === 5 || revision === 6) {
    const salt = user.subarray(32, 40)
    const hash = revision === 5 ? createHash('sha256').update(salt).digest() : hashAgain(salt)
    return hash.equals(user.subarray(0, 32))
  }
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(readNumber('P') | 0)
  const key = makeKey(
    [
      PADDING,
      readBytes(dictionary, '/O').subarray(0, 32),
      permissions,
      id,
      Buffer.from(revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary) ? 'ffffffff' : '', 'hex'),
    ],
    // Version 1 has 40 bits, and version 4 has 128. They ignore `Length`.
    { revision, bytes: readNumber('V') === 4 ? 16 : readNumber('V') === 1 ? 5 : (readNumber('Length') || 40) / 8 },
  )
  if (revision === 2) return applyRc4(key, PADDING).equals(user)
  let proof = applyRc4(key, createHash('md5').update(PADDING).update(id).digest())
  for (let round = 1; round <= 19; round++)
    proof = applyRc4(
      key.map((byte) => byte ^ round),
      proof,
    )
  return proof.equals(user.subarray(0, 16))
}

/** Fills a short password up to 32 bytes. The empty password becomes this padding. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

function makeKey(parts: Buffer[], { revision, bytes }: { revision: number; bytes: number }): Buffer {
  let key = createHash('md5').update(Buffer.concat(parts)).digest().subarray(0, bytes)
  if (revision >= 3)
    for (let round = 0; round < 50; round++) key = createHash('md5').update(key).digest().subarray(0, bytes)
  return key
}

/** Encrypts with RC4, which OpenSSL no longer has. */
function applyRc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const read = (index: number) => state[index & 255] ?? 0
  const swap = (one: number, other: number) => {
    const byte = read(one)
    state[one & 255] = read(other)
    state[other & 255] = byte
  }
  let other = 0
  for (let one = 0; one < 256; one++) {
    other += read(one) + (key[one % key.length] ?? 0)
    swap(one, other)
  }
  other = 0
  return Buffer.from(
    data.map((byte, index) => {
      other += read(index + 1)
      swap(index + 1, other)
      return byte ^ read(read(index + 1) + read(other))
    }),
  )
}

/** Hashes the empty password with a salt, as revision 6 does (algorithm 2.B). */
function hashAgain(salt: Buffer): Buffer {
  let hash = createHash('sha256').update(salt).digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(hash)))
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    hash = createHash(`sha${256 + 128 * rest}`)
      .update(encrypted)
      .digest()
    last = encrypted.at(-1) ?? 0
  }
  return hash.subarray(0, 32)
}

/** Reads the bytes of the string after a name: `<28BF…>` or `(…)`. */
function readBytes(text: string, name: string): Buffer {
  const [, hexadecimal, literal = ''] = new RegExp(`${name}\\s*(?:<([^>]*)>|\\((.*))`, 's').exec(text) ?? []
  return hexadecimal === undefined ? readLiteral(literal) : Buffer.from(hexadecimal.replaceAll(/\s/g, ''), 'hex')
}

const ESCAPED: Partial<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '	',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
}

/** Reads a string up to the parenthesis that ends it. The string may have escapes, and parentheses in pairs. */
function readLiteral(text: string): Buffer {
  let depth = 0
  let bytes = ''
  for (const [part, octal, escaped] of text.matchAll(/\\([0-7]{1,3})|\\(\r\n|.)|./gs)) {
    if (part === '(') depth++
    if (part === ')') depth--
    if (depth < 0) break
    if (octal !== undefined) bytes += String.fromCharCode(Number.parseInt(octal, 8) & 255)
    else bytes += escaped === undefined ? part : (ESCAPED[escaped] ?? escaped)
  }
  return Buffer.from(bytes, 'latin1')
}
