import type { Connection } from '@boardwalk/core/db/connection'

/**
 * Finds the collections in which a text is stored in the clear. It reads whole documents through the driver, because a
 * store answers only the fields that its callers may see.
 */
export async function findCollectionsWith(connection: Connection, text: string): Promise<string[]> {
  const names = (await connection.db.listCollections().toArray()).map(({ name }) => name).sort()
  const found: string[] = []
  for (const name of names) {
    const documents = await connection.db.collection(name).find().toArray()
    if (documents.some((document) => JSON.stringify(document).includes(text))) found.push(name)
  }
  return found
}

/** Reads all rows that name a company, without the stores. CVs are in pieces that name only their file: it reads all of these. */
export async function readCompanyRows(connection: Connection, companyId: string): Promise<string[]> {
  const names = (await connection.db.listCollections().toArray()).map(({ name }) => name)
  const rows = await Promise.all(
    names.map(async (name) => {
      const documents = await connection.db.collection(name).find().toArray()
      const texts = documents.map((document) => `${name} ${JSON.stringify(document)}`)
      return name === 'cvs.chunks' ? texts : texts.filter((text) => text.includes(companyId))
    }),
  )
  return rows.flat().sort()
}

/** Finds the ids of all that a company still has of a person: files and bytes of CVs, and documents with this pattern. */
export async function findRemains(connection: Connection, companyId: string, ofPerson: RegExp): Promise<string[]> {
  const fileIds = await connection.db.collection('cvs.files').distinct('_id')
  const files = new Set(fileIds.map(String))
  const chunks = await connection.db.collection('cvs.chunks').find().toArray()
  const found = chunks.filter(({ files_id }) => !files.has(String(files_id))).map(({ _id }) => `chunk ${_id}`)
  for (const { name } of await connection.db.listCollections().toArray()) {
    if (name === 'cvs.chunks') continue
    for await (const document of connection.db.collection(name).find()) {
      const text = JSON.stringify(document)
      if ((name === 'cvs.files' || ofPerson.test(text)) && text.includes(companyId)) found.push(String(document._id))
    }
  }
  return found
}
