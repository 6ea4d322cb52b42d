import { expect, it } from 'vitest'
import { recogniseBrowser } from './browser.ts'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `${mozilla} (Windows NT 10.0; Win64; x64)`
const mac = `${mozilla} (Macintosh; Intel Mac OS X 10_15_7)`
const linux = `${mozilla} (X11; Linux x86_64)`
const android = `${mozilla} (Linux; Android 10; K)`
const iPhone = `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
const iPad = `${mozilla} (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`

it.each([
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows'],
  [`${android} ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.0.0`, 'Edge', 'Android'],
  [`${iPhone} Version/17.0 EdgiOS/126.0.0.0 Mobile/15E148 Safari/605.1.15`, 'Edge', 'iPhone'],
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`, 'Opera', 'Windows'],
  [`${windows} ${webKit} Chrome/64.0.3282.140 Safari/537.36 Edge/17.17134`, 'Edge', 'Windows'],
  [`${iPhone} Version/17.0 Mobile/15E148 Safari/604.1 OPT/4.6.1`, 'Opera', 'iPhone'],
  ['Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.16', 'Opera', 'Windows'],
  [`${linux} ${webKit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${android} ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [`${linux.replace(')', '; rv:128.0)')} Gecko/20100101 Firefox/128.0`, 'Firefox', 'Linux'],
  [`${iPhone} FxiOS/128.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
  [`${mac} ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'macOS'],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`${iPad} CriOS/126.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPad'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  ['curl/8.8.0', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s is shown to its owner as %s on %s', (header, name, system) => {
  expect(recogniseBrowser(header)).toEqual({ name, system })
})
