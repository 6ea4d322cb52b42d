import type { Readable } from 'node:stream'
import { type CvType, cvMimes } from '@boardwalk/schema/application'
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { CvVerdict } from './type.ts'
import type { CvFile } from './upload.ts'

/*
 * DOCX and ODT files are zip archives. The board neither shows nor converts them. It reads each entry to its end, to tell what the file is,
 * and to refuse what would harm the program that opens it: macros, and archives that unpack to far more than they seem to.
 */

/** Documents of people have some tens of entries, and one for each picture. */
const ENTRIES_MAX = 1000
/** The bytes of all entries. A CV within the limit of a form unpacks to this only if it was made to. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024
/** The bytes that are read of an entry that tells the type. */
const TEXT_BYTES_MAX = 1024 * 1024

/** The beginning of an OLE file: an old or an encrypted document of Office, a project of macros, an embedded program. */
export const OLE_BEGINNING = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The entries that tell the type of a document, in small letters, because programs take them in any. */
const CONTENT_TYPES = '[content_types].xml'
const MIMETYPE = 'mimetype'
const MANIFEST = 'meta-inf/manifest.xml'

/** The entries in which Word and LibreOffice keep macros and scripts. */
const MACRO_ENTRY = /(^|\/)vba[^/]*\.(bin|xml)$|^(basic|scripts)\/|(^|\/)activex\//
/** The content types of macros, and of documents that may have some. */
const MACRO_TYPE = /macroenabled|vbaproject|activex/i
const DOCX_MAIN = new RegExp(`ContentType\\s*=\\s*(["'])${cvMimes.docx.replaceAll('.', '\\.')}\\.main\\+xml\\1`, 'i')

type Office = Exclude<CvType, 'pdf'>

/** Reads a zip archive, and finds out whether it is a document of Word or OpenDocument that a company can open. */
export async function examineOffice({ bytes, open }: Pick<CvFile, 'bytes' | 'open'>): Promise<CvVerdict> {
  let archive: ZipFile | undefined
  try {
    archive = await fromRandomAccessReaderPromise(new FileReader(open), bytes, { lazyEntries: true, autoClose: false })
    return await examineEntries(archive)
  } catch (error) {
    // An error of the disk is none of the file.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_'
    if (!code.startsWith('Z_')) throw error
    return { fault: 'damaged' }
  } finally {
    archive?.close()
  }
}

/** Gives yauzl the parts of a file that it asks for. */
class FileReader extends RandomAccessReader {
  readonly #open: CvFile['open']

  constructor(open: CvFile['open']) {
    super()
    this.#open = open
  }

  /** `end` is the first byte that is not read. */
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#open({ start, end: end - 1 })
  }
}

async function examineEntries(archive: ZipFile): Promise<CvVerdict> {
  if (archive.entryCount > ENTRIES_MAX) return { fault: 'damaged' }
  const texts = new Map<string, string>()
  let unpackedBytes = 0
  let hasMacros = false
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) return { fault: 'locked' }
    unpackedBytes += entry.uncompressedSize
    if (unpackedBytes > UNPACKED_BYTES_MAX) return { fault: 'damaged' }
    const name = entry.fileName.toLowerCase()
    const isText = [CONTENT_TYPES, MIMETYPE, MANIFEST].includes(name)
    // Programs differ in which of two entries they read.
    if (isText && texts.has(name)) return { fault: 'damaged' }
    hasMacros ||= MACRO_ENTRY.test(name)
    // yauzl throws if an entry has another number of bytes than it declares, so no entry unpacks to more than was counted.
    const content = await readBeginning(
      await archive.openReadStreamPromise(entry),
      isText ? TEXT_BYTES_MAX : OLE_BEGINNING.length,
    )
    if (isText) texts.set(name, content.toString('utf8'))
    hasMacros ||= content.subarray(0, OLE_BEGINNING.length).equals(OLE_BEGINNING)
  }
  return judge(texts, hasMacros)
}

/** Reads a stream to its end, and returns its first bytes. */
async function readBeginning(content: Readable, bytesMax: number): Promise<Buffer> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    if (bytes < bytesMax) kept.push(Buffer.from(chunk.subarray(0, bytesMax - bytes)))
    bytes += chunk.length
  }
  return Buffer.concat(kept)
}

function judge(texts: Map<string, string>, hasMacros: boolean): CvVerdict {
  const [types, mimetype] = [texts.get(CONTENT_TYPES), texts.get(MIMETYPE)]
  if (types === undefined && mimetype?.trim() === cvMimes.odt) {
    if (/encryption-data|encrypted-package/.test(texts.get(MANIFEST) ?? '')) return { fault: 'locked' }
    return accept('odt', hasMacros)
  }
  if (types === undefined || mimetype !== undefined) return { fault: 'otherType' }
  // No program writes the names of types like this, unless to hide them.
  if (/&#|<!|\0/.test(types)) return { fault: 'damaged' }
  if (MACRO_TYPE.test(types)) return { fault: 'macros' }
  return DOCX_MAIN.test(types) ? accept('docx', hasMacros) : { fault: 'otherType' }
}

const accept = (type: Office, hasMacros: boolean): CvVerdict => (hasMacros ? { fault: 'macros' } : { type })
