import { Tabs } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { BASE_URL } from './base-url.ts'
import classes from './store-key.module.css'

/** A first request in three ways; every key may make it. */
const ways = {
  curl: (key: string) => `curl '${BASE_URL}/jobs' -H 'x-api-key: ${key}'`,
  SDK: (key: string) => `import { Boardwalk } from '@boardwalk/sdk'

const boardwalk = new Boardwalk({
  apiKey: '${key}',
  baseUrl: '${BASE_URL}',
})
console.log(await boardwalk.jobs.list())`,
  CLI: (key: string) => `BOARDWALK_URL='${BASE_URL}' BOARDWALK_API_KEY='${key}' boardwalk jobs list`,
}

export function TryKey({ apiKey }: { apiKey: string }) {
  const { words } = useLanguage()
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={words.storeKey.tryIt}>
        {Object.keys(ways).map((way) => (
          <Tabs.Tab key={way} value={way}>
            {way}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(ways).map(([way, lines]) => (
        <Tabs.Panel key={way} value={way} className={classes.lines}>
          <pre dir="ltr">
            <code>{lines(apiKey)}</code>
          </pre>
          <Copy text={lines(apiKey)} what={way} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
