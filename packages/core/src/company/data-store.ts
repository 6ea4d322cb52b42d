import type * as mongo from 'mongodb'
import type { OwnedBy } from '../db/collection.ts'
import type { Connection } from '../db/connection.ts'

const ROWS_AT_ONCE = 200

/**
 * Counts and deletes all rows of a company, in every collection but `companies`. It finds them by the `Owner` of each collection
 * (db/collection.ts), which says how a row belongs to a company.
 */
export function createCompanyDataStore(connection: Connection) {
  const collectionOf = (name: string) => connection.db.collection(name)

  // A function, because the stores open their collections after this one is made.
  function listOwned() {
    const opened = [...connection.opened.values()]
    const childrenOf = (parent: string) =>
      opened.flatMap(({ name, owner }) =>
        'ownedBy' in owner
          ? owner.ownedBy.filter(({ collection }) => collection === parent).map((by) => ({ name, ...by }))
          : [],
      )
    return opened.flatMap(({ name, owner }) =>
      'companyIn' in owner && name !== 'companies'
        ? [{ name, field: owner.companyIn, children: childrenOf(name) }]
        : [],
    )
  }

  const matchOwner = ({ idIn, toId = (id) => id }: OwnedBy, id: unknown) => ({ [idIn]: toId(id) })

  const findIds = async (name: string, filter: mongo.Filter<mongo.Document>): Promise<unknown[]> => {
    const rows = await collectionOf(name)
      .find(filter, { projection: { _id: 1 } })
      .limit(ROWS_AT_ONCE)
      .toArray()
    return rows.map(({ _id }) => _id)
  }

  /**
   * Deletes some rows. The rows that they own go first, so that a crash leaves no row without its owner. They have a delete for each
   * owner, because a sharded cluster may skip rows that move in a delete of several (docs/adr/0025-databases.md).
   */
  async function removeSome({ name, field, children }: ReturnType<typeof listOwned>[number], companyId: string) {
    const ids = await findIds(name, { [field]: companyId })
    if (ids.length === 0) return 0
    for (const child of children) {
      const deletes = ids.map((id) => ({ deleteMany: { filter: matchOwner(child, id) } }))
      await collectionOf(child.name).bulkWrite(deletes, { ordered: false })
    }
    // The `field` may be the `_id` itself.
    const some = { _id: { $in: ids }, [field]: companyId } as mongo.Filter<mongo.Document>
    await collectionOf(name).deleteMany(some)
    return ids.length
  }

  return {
    /** Counts the rows of a company in each collection. A collection without rows has no entry. */
    async count(companyId: string): Promise<Map<string, number>> {
      const counts = new Map<string, number>()
      const add = (name: string, count: number) => {
        if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count)
      }
      for (const { name, field, children } of listOwned()) {
        add(name, await collectionOf(name).countDocuments({ [field]: companyId }))
        if (children.length === 0) continue
        const owners = collectionOf(name).find({ [field]: companyId }, { projection: { _id: 1 } })
        for await (const { _id } of owners)
          for (const child of children)
            add(child.name, await collectionOf(child.name).countDocuments(matchOwner(child, _id)))
      }
      return counts
    },
    /** Deletes all rows of a company, until it finds none. */
    async remove(companyId: string): Promise<void> {
      for (;;) {
        let removed = 0
        for (const owned of listOwned()) removed += await removeSome(owned, companyId)
        if (removed === 0) return
      }
    },
  }
}
