import type { Settings } from '@boardwalk/core/process/settings'
import { callEngine, type Reply, type SearchEngine, type Send } from './engine.ts'

/*
 * IndexNow (https://www.indexnow.org/documentation): one call tells Bing, Yandex, Naver, Seznam and Yep. They fetch a file with the key
 * from the board, and then the pages.
 */

const ADDRESS = 'https://api.indexnow.org/indexnow'

/** The protocol allows 10,000. With fewer, one call that fails delays fewer. */
const PAGES_MAX = 1_000

/** The path of the file that proves that the key belongs to this board. */
export const toKeyPath = (key: string): string => `/${key}.txt`

export const createIndexNow = ({ publicUrl }: Pick<Settings, 'publicUrl'>, key: string, send: Send): SearchEngine => ({
  name: 'indexnow',
  setting: 'INDEXNOW_KEY',
  pagesMax: PAGES_MAX,
  callsADayMax: Number.POSITIVE_INFINITY,
  findDay: (nowMs) => new Date(nowMs).toISOString().slice(0, 10),
  wants: () => true,
  tell: (pages): Promise<Reply> =>
    callEngine(send, ADDRESS, {
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify({
        host: new URL(publicUrl).host,
        key,
        keyLocation: `${publicUrl}${toKeyPath(key)}`,
        urlList: pages.map(({ url }) => url),
      }),
    }),
})
