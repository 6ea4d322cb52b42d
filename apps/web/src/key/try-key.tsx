import { Tabs, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { BASE_URL } from './base-url.ts'
import classes from './store-key.module.css'

interface Example {
  /** The command that installs what the example needs. */
  install?: string
  write: (key: string) => string
}

/** A first request in three ways; a key of any scope may make it. */
const examples: Record<string, Example> = {
  curl: { write: (key) => `curl '${BASE_URL}/jobs' -H 'x-api-key: ${key}'` },
  SDK: {
    install: 'npm install ./boardwalk-sdk-*.tgz',
    write: (key) => `import { Boardwalk } from '@boardwalk/sdk'

const boardwalk = new Boardwalk({
  apiKey: '${key}',
  baseUrl: '${BASE_URL}',
})
console.log(await boardwalk.jobs.list())`,
  },
  CLI: {
    install: 'npm install --global ./boardwalk-cli-*.tgz',
    write: (key) => `BOARDWALK_URL='${BASE_URL}' BOARDWALK_API_KEY='${key}' boardwalk jobs list`,
  },
}

export function TryKey({ apiKey }: { apiKey: string }) {
  const { words } = useLanguage()
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={words.newKey.tryIt}>
        {Object.keys(examples).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(examples).map(([name, { install, write }]) => (
        <Tabs.Panel key={name} value={name} className={classes.lines}>
          {install !== undefined && (
            <>
              <Text size="sm">{words.newKey.install}</Text>
              <pre dir="ltr">{install}</pre>
            </>
          )}
          <pre dir="ltr">
            <code>{write(apiKey)}</code>
          </pre>
          <Copy text={write(apiKey)} what={name} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
