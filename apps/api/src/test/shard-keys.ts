import { readFileSync } from 'node:fs'
import type { Query } from './recorded-queries.ts'

/* Reads the chapter about shards in docs/scale.md, so that tests can compare it with the code. */

const text = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8')
const chapter = text.slice(text.indexOf('## Sharding by company'))

/** A shard key in the notation of MongoDB's shell, such as `{ companyId: 1 }`. Undefined for a collection that is not sharded. */
export type ShardKey = string | undefined

const readNames = (cell: string): string[] => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name)

/** Reads the table: the shard key of each collection that it names. */
export function readShardKeys(): [name: string, key: ShardKey][] {
  const rows = chapter.matchAll(/^\| (`[\w.`, ]+`) \| (?:`(\{.*?\})`|not sharded) \|/gm)
  return [...rows].flatMap(([, names = '', key]) => readNames(names).map((name): [string, ShardKey] => [name, key]))
}

/** Reads the commands: the shard key that they give to each collection. */
export function readCommands(): [name: string, key: string][] {
  const alone = chapter.matchAll(/sh\.shardCollection\('boardwalk\.([\w.]+)', (\{.*?\})\)/g)
  const [, ofCompany = ''] = /const ofCompany = \[(.*)\]/.exec(chapter) ?? []
  const loops = chapter.matchAll(
    /for \(const name of (\[.*?\]|ofCompany)\)\s+sh\.shardCollection\(`boardwalk\.\$\{name\}`, (\{.*?\})\)/g,
  )
  return [
    ...[...alone].map(([, name = '', key = '']): [string, string] => [name, key]),
    ...[...loops].flatMap(([, names = '', key = '']) =>
      [...(names === 'ofCompany' ? ofCompany : names).matchAll(/'([\w.]+)'/g)].map(
        ([, name = '']): [string, string] => [name, key],
      ),
    ),
  ]
}

const members = new Map(readShardKeys().map(([name, key]) => [name, /\w+/.exec(key ?? '')?.[0]]))

/** Says what is wrong with a query on a sharded cluster: which rows it asks all shards for. Undefined if one shard has them. */
export function findScatter({ collection, conditions, branches, isOfMany }: Query): string | undefined {
  const member = members.get(collection)
  if (member === undefined) return undefined
  const ways = branches.length === 0 ? [conditions] : branches.map((branch) => [...conditions, ...branch])
  const keys = ways.map((way) => way.find(({ path, kind }) => path === member && kind === '='))
  if (keys.includes(undefined)) return `has no ${member}`
  return isOfMany && keys.some((key) => key !== undefined && key.values.length > 1)
    ? `changes rows of several values of ${member} with one statement`
    : undefined
}
