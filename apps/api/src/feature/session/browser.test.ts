import { expect, it } from 'vitest'
import { recogniseBrowser } from './browser.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64)`
const android = `Mozilla/5.0 (Linux; Android 10; K)`
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`

it('a session is shown to its owner with the browser and the system that its header names', () => {
  for (const [header, name, system] of [
    [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows'],
    [`${android} ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari', 'macOS'],
    [`${iPhone} CriOS/126.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [undefined, null, null],
  ] as const)
    expect([header, recogniseBrowser(header)]).toEqual([header, { name, system }])
})
