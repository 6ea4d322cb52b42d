import type { Collections } from '../native/database.ts'

/** What the routes are made with. */
export interface Settings {
  collections: Collections
  publicUrl: string
}
