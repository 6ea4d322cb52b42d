import { script } from './page-script.ts'

/* The page of the control port. Its script makes a form for each operation of openapi.json and lists the last requests. */

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 25%, Canvas); --soft: color-mix(in srgb, CanvasText 70%, Canvas); --card: color-mix(in srgb, CanvasText 4%, Canvas); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 1rem/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0 0 .75rem; font-size: 1.15rem; }
pre { margin: .5rem 0 0; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0 1.5rem; }
dt, .hint, .soft { color: var(--soft); }
dd { margin: 0; }
main { display: grid; gap: 2rem; }
main > * { min-width: 0; }
@media (min-width: 60rem) {
  main { grid-template-columns: 1fr 1fr; }
  section:last-child { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; }
}
details { border: 1px solid var(--line); border-radius: .5rem; margin-block-end: .5rem; background: var(--card); }
summary { padding: .6rem .75rem; cursor: pointer; }
details > :not(summary) { padding: 0 .75rem .75rem; margin: 0; }
form { display: grid; gap: .75rem; }
label { display: grid; gap: .2rem; font-weight: 600; }
.hint { font-size: .9rem; font-weight: 400; }
input, select, textarea, button { font: inherit; font-weight: 400; width: 100%; padding: .5rem; border: 1px solid GrayText; border-radius: .35rem; }
code, pre, textarea { font-family: ui-monospace, monospace; font-size: .9rem; }
textarea { min-height: 5rem; }
button { width: auto; justify-self: start; padding-inline: 1.25rem; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid #c25e00; outline-offset: 2px; }
[role="alert"] { font-weight: 600; color: light-dark(#b3261e, #ffb4ab); }
ol { margin: 0; padding: 0; list-style: none; }
`

export const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boardwalk sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<header>
<h1>Boardwalk sandbox</h1>
<p class="soft">A board in memory, for tests. Nothing is kept. Programs drive it by <a href="/openapi.json">the same operations</a>.</p>
<p id="gone" role="alert" hidden>The sandbox does not answer. It may have ended.</p>
<dl id="sandbox"></dl>
</header>
<main>
<section aria-labelledby="operations-title"><h2 id="operations-title">What people do, and what fails</h2><div id="operations"></div></section>
<section aria-labelledby="requests-title"><h2 id="requests-title">Last requests</h2><p id="none" class="soft">They appear here after the first request.</p><ol id="requests"></ol></section>
</main>
<script type="module">${script}</script>
</html>
`
