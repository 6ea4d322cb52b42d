import type * as mongo from 'mongodb'
import { type Connection, isDuplicateKey } from '../db/connection.ts'
import { batch, createCache } from '../db/once.ts'
import { type CoverDocument, type LogoDocument, openCovers, openLogos, openThumbnails } from './schema.ts'

/** A company's logo, without its bytes. */
export type Logo = Pick<LogoDocument, 'hash' | 'mime'>

/** A company's cover, without its bytes. */
export type Cover = Pick<CoverDocument, 'hash'>

/** The logos that the sweep of thumbnails compares at once. */
const COMPARED_AT_ONCE = 500

/** Keeps the logos of companies, their thumbnails and covers. */
export function createPictureStore(connection: Connection) {
  const logos = openLogos(connection)
  const thumbnails = openThumbnails(connection)
  const covers = openCovers(connection)

  const logoById = createCache(async (companyId: string): Promise<{ logo: Logo | null }> => {
    const found = await logos.findOne({ _id: companyId }, { projection: { hash: 1, mime: 1 } })
    return { logo: found && { hash: found.hash, mime: found.mime } }
  })
  const coverById = createCache(async (companyId: string): Promise<{ cover: Cover | null }> => {
    const found = await covers.findOne({ _id: companyId }, { projection: { hash: 1 } })
    return { cover: found && { hash: found.hash } }
  })
  const readThumbnail = batch(async (companyIds: readonly string[]): Promise<{ uri: string | null }[]> => {
    const found = await thumbnails.find({ _id: { $in: [...companyIds] } }, { promoteBuffers: true }).toArray()
    const uris = new Map(found.map(({ _id, bytes }) => [_id, toDataUri(bytes)]))
    return companyIds.map((companyId) => ({ uri: uris.get(companyId) ?? null }))
  })
  const thumbnailById = createCache(readThumbnail)
  const saveThumbnail = async (companyId: string, thumbnail: { hash: string; bytes: Buffer }): Promise<void> => {
    await saveRow(thumbnails, companyId, thumbnail)
    thumbnailById.forget()
  }

  return {
    /** Finds a company's logo in a cache that is less than a second old. A change by this process shows at once. */
    findLogo: async (companyId: string): Promise<Logo | null> => (await logoById.find(companyId))?.logo ?? null,
    /** Reads the logo with its bytes. Undefined if the company has no logo with this hash now. */
    async readLogo(companyId: string, hash: string): Promise<(Logo & { bytes: Buffer }) | undefined> {
      const found = await logos.findOne({ _id: companyId, hash }, { promoteBuffers: true })
      return found === null ? undefined : { hash: found.hash, mime: found.mime, bytes: found.bytes }
    },
    /** Sets the logo and its thumbnail. False if the company has this logo already. */
    async saveLogo(companyId: string, logo: Logo & { bytes: Buffer }, thumbnail: Buffer): Promise<boolean> {
      // The thumbnail comes first and goes last, so that none is left without a logo if another process removes the logo meanwhile.
      await saveThumbnail(companyId, { hash: logo.hash, bytes: thumbnail })
      const isChanged = await saveRow(logos, companyId, logo)
      logoById.forget()
      return isChanged
    },
    /** Removes the logo and its thumbnail. False if the company has no logo. */
    async removeLogo(companyId: string): Promise<boolean> {
      const { deletedCount } = await logos.deleteOne({ _id: companyId })
      await thumbnails.deleteOne({ _id: companyId })
      logoById.forget()
      thumbnailById.forget()
      return deletedCount > 0
    },

    /** Finds the thumbnails of companies as `data:` addresses, in a cache of the same age. A company without one has no entry. */
    async findThumbnails(companyIds: Iterable<string>): Promise<Map<string, string>> {
      const found = await Promise.all(
        [...new Set(companyIds)].map(async (id) => ({ id, uri: (await thumbnailById.find(id))?.uri })),
      )
      return new Map(found.flatMap(({ id, uri }) => (uri ? [[id, uri]] : [])))
    },
    /** Sets the thumbnail of a logo. */
    saveThumbnail,
    /** Lists the next logos after a company's id, in the order of ids, and whether each has its thumbnail. */
    async listLogosAfter(companyId: string): Promise<{ companyId: string; hash: string; hasThumbnail: boolean }[]> {
      const found = await logos
        .find({ _id: { $gt: companyId } }, { projection: { _id: 1, hash: 1 } })
        .sort({ _id: 1, hash: 1 })
        .limit(COMPARED_AT_ONCE)
        .toArray()
      const ids = found.map(({ _id }) => _id)
      const made = await thumbnails.find({ _id: { $in: ids } }, { projection: { hash: 1 } }).toArray()
      const hashes = new Map(made.map(({ _id, hash }) => [_id, hash]))
      return found.map(({ _id, hash }) => ({ companyId: _id, hash, hasThumbnail: hashes.get(_id) === hash }))
    },

    /** Finds a company's cover in a cache of the same age. */
    findCover: async (companyId: string): Promise<Cover | null> => (await coverById.find(companyId))?.cover ?? null,
    /** Reads the bytes of a cover. Undefined if the company has no cover with this hash now. */
    async readCover(companyId: string, hash: string): Promise<Buffer | undefined> {
      return (await covers.findOne({ _id: companyId, hash }, { promoteBuffers: true }))?.bytes
    },
    /** Sets the cover. False if the company has this cover already. */
    async saveCover(companyId: string, cover: Cover & { bytes: Buffer }): Promise<boolean> {
      const isChanged = await saveRow(covers, companyId, cover)
      coverById.forget()
      return isChanged
    },
    /** Removes the cover. False if the company has none. */
    async removeCover(companyId: string): Promise<boolean> {
      const { deletedCount } = await covers.deleteOne({ _id: companyId })
      coverById.forget()
      return deletedCount > 0
    },
  }
}
const toDataUri = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`

/** Sets the row of a company. False if the row is the same already. */
async function saveRow<Row extends { _id: string }>(
  rows: mongo.Collection<Row>,
  companyId: string,
  row: Omit<Row, '_id'>,
): Promise<boolean> {
  // The casts hold because `row` has all members of a row but its id: TypeScript cannot follow updates of a type parameter.
  const save = () =>
    rows.updateOne({ _id: companyId } as mongo.Filter<Row>, { $set: row } as unknown as mongo.UpdateFilter<Row>, {
      upsert: true,
    })
  try {
    const { upsertedCount, modifiedCount } = await save()
    return upsertedCount + modifiedCount > 0
  } catch (error) {
    // Another process has just made the row.
    if (!isDuplicateKey(error)) throw error
    return (await save()).modifiedCount > 0
  }
}
