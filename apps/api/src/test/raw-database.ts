import type { Connection } from 'mongoose'

/**
 * The collections in which a text is stored in the clear. Reads every document through the driver, for a store answers
 * only the fields that its callers may see.
 */
export async function findCollectionsWith(connection: Connection, text: string): Promise<string[]> {
  const names = (await connection.listCollections()).map(({ name }) => name).sort()
  const found: string[] = []
  for (const name of names) {
    const documents = await connection.collection(name).find().toArray()
    if (documents.some((document) => JSON.stringify(document).includes(text))) found.push(name)
  }
  return found
}
