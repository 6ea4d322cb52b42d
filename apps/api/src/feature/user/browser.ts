/** A browser in plain words. Null is what its header does not say. */
export interface Browser {
  name: string | null
  system: string | null
}

/** Browsers repeat the names of others in their header. So the first that matches counts. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (known: typeof NAMES, header: string) => known.find(([pattern]) => pattern.test(header))?.[1] ?? null

/** Recognises the browser by its `User-Agent` header. Only known names are kept, and nothing of the header itself. */
export const recogniseBrowser = (header = ''): Browser => ({
  name: find(NAMES, header),
  system: find(SYSTEMS, header),
})
