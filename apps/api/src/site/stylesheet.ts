import { createHash } from 'node:crypto'
import { type BrandColors, deriveBrand, grounds } from '@boardwalk/schema/brand'

export const STYLESHEET_PATH = '/site.css'

/** The style of every page: phones first, light and dark. Logical directions make it work from right to left too. */
const printStylesheet = ({ light, dark }: BrandColors): string => `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --soft: #58616d; --line: #e1e4e8; --field: #7b8590;
  --ground: ${grounds.light.ground}; --card: ${grounds.light.card}; --accent: ${light.accent}; --on-accent: ${light.onAccent}; --accent-over: ${light.accentOver}; --tint: ${light.tint};
  --wrong: #b3261e; --wrong-tint: #fdf1f0; --good: #1c6b45; --focus: #c25e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9ebee; --soft: #a5aebb; --line: #333a44; --field: #77818e;
    --ground: ${grounds.dark.ground}; --card: ${grounds.dark.card}; --accent: ${dark.accent}; --on-accent: ${dark.onAccent}; --accent-over: ${dark.accentOver}; --tint: ${dark.tint};
    --wrong: #ffb4ab; --wrong-tint: #3a2321; --good: #7bd8a8; --focus: #ffb057;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif; color: var(--ink); background: var(--ground); scroll-padding-block: 1rem 6rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: anywhere; }
.bar, main, .foot { max-width: 70rem; margin-inline: auto; padding-inline: 1.25rem; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: space-between; padding-block: .75rem; }
.bar .company { display: inline-flex; gap: .6rem; align-items: center; min-height: 2.75rem; font-weight: 650; color: inherit; text-decoration: none; }
.bar .company:hover { text-decoration: underline; }
.bar ul { display: flex; gap: 1rem; margin: 0; padding: 0; list-style: none; }
.bar nav { margin-inline-start: auto; }
.bar nav a { display: inline-block; padding-block: .35rem; color: var(--soft); text-decoration: none; }
.bar nav a:hover { color: var(--ink); text-decoration: underline; }
.bar .carry { display: none; padding: .35rem 0; border: 0; background: none; color: var(--soft); font-weight: 400; }
.bar .carry:hover { color: var(--ink); text-decoration: underline; background: none; }
/* A field of the form is filled in: the languages are buttons that send it, so everything that was typed stays. */
body:has(.field :is(input:not([type="checkbox"], [type="radio"], [type="file"]), textarea):not(:placeholder-shown), .field :checked) .bar .carry { display: inline-block; }
body:has(.field :is(input:not([type="checkbox"], [type="radio"], [type="file"]), textarea):not(:placeholder-shown), .field :checked) .bar a:has(+ .carry) { display: none; }
img { border-radius: .5rem; object-fit: contain; background: #ffffff; }
/* A logo may be a word, which is wide. */
.bar img { width: auto; min-width: 2rem; max-width: 9rem; }
.bar img[src$=".svg"] { background: none; }
main { display: grid; gap: 1.25rem; padding-block: .5rem 4rem; }
main > * { min-width: 0; }
.foot { padding-block-end: 2.5rem; color: var(--soft); font-size: .925rem; }
.foot > div { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; }
.foot > :first-child { padding-block: 1.25rem .25rem; border-block-start: 1px solid var(--line); }
.foot > div + div { padding-block-start: .5rem; }
.foot ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: 0; list-style: none; }
.foot p { margin: 0; }
.foot a { display: inline-block; padding-block: .35rem; color: inherit; text-decoration: none; }
.foot a:hover { color: var(--ink); text-decoration: underline; }
.foot .name { color: var(--ink); font-weight: 650; }
a { color: var(--accent); text-underline-offset: .18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2.4vw, 2.5rem); letter-spacing: -.015em; margin: 0; }
h2 { font-size: 1.25rem; margin: 0 0 .75rem; }
h3 { font-size: 1.1rem; margin: 0; }
[hidden] { display: none !important; }
:lang(ar) { letter-spacing: 0; }
.soft { color: var(--soft); font-weight: 400; }
.lines { white-space: pre-line; }
/* Lines of one text that run in both directions. */
:is(.html, .html *, .lines)[dir="auto"] { unicode-bidi: plaintext; }
.hero { padding-block: .5rem 0; }
.hero img { display: block; margin-block-end: 1rem; }
.hero p { margin-block: .5rem 0; }
.card { padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.card h1 { font-size: 1.75rem; }
.card > :last-child { margin-block-end: 0; }
.note { width: 100%; max-width: 46rem; }
.find { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-block: 1.5rem 1rem; }
.find > div { flex: 1 1 14rem; }
.find button { padding-block: .68rem; }
.ways { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.ways a { display: inline-block; padding-block: .35rem; }
.empty { padding-block: 2.5rem; text-align: center; }
.button, button { display: inline-block; font: inherit; font-weight: 650; line-height: 1.4; text-align: center; padding: .8rem 1.5rem; border: 1px solid transparent; border-radius: .75rem; background: var(--accent); color: var(--on-accent); text-decoration: none; overflow-wrap: normal; cursor: pointer; }
.button:hover, button:hover { background: var(--accent-over); }

/* Lists of jobs and companies, and their searches. */
.jobs { display: grid; gap: .6rem; margin: 0; padding: 0; list-style: none; }
.jobs > li { position: relative; display: grid; grid-template-columns: 1fr; gap: .35rem .85rem; align-content: start; align-items: start; padding: 1rem 1.15rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.jobs > li:has(> .face) { grid-template-columns: 2.5rem 1fr; }
.jobs > li:not(.more):hover { border-color: var(--accent); }
.jobs > li > * { min-width: 0; }
.jobs :is(h2, h3, h4) { font-size: 1.05rem; line-height: 1.35; margin: 0; }
.jobs p { margin: .1rem 0 0; }
.jobs :is(h2, h3, h4) a { color: inherit; text-decoration: none; }
.jobs :is(h2, h3, h4) a::after { content: ""; position: absolute; inset: 0; border-radius: 1rem; }
.jobs > li:hover :is(h2, h3, h4) a { color: var(--accent); text-decoration: underline; }
.jobs ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: .1rem 0 0; padding: 0; list-style: none; font-size: .925rem; overflow: clip; }
/* A dot in the gap before each fact; the dot of the first fact in a line is cut off. */
.jobs ul li::before { content: "·" / ""; display: inline-block; width: 1.25rem; margin-inline-start: -1.25rem; text-align: center; }
.face { display: grid; flex: none; place-content: center; width: 2.5rem; height: 2.5rem; border-radius: .65rem; background: var(--tint); color: var(--accent); font-weight: 650; }
img.face { background: #ffffff; }
.jobs .tags { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; margin: 0; color: var(--soft); font-size: .85rem; }
.face ~ .tags { grid-column: 2; }
.tag { padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; }
.new { color: var(--accent); font-weight: 600; }
.jobs > .more { padding: 0 1.15rem .35rem; border: 0; background: none; font-size: .925rem; }
.more a { justify-self: start; padding-block: .25rem; }
.no-match { display: grid; gap: 1rem; }
.no-match > h3 { margin-block: .5rem -.25rem; }
.no-match .card { padding-block: 1.5rem; }
.no-match .card p { margin: 0; }

.controls { display: flex; flex-wrap: wrap; gap: .9rem 1rem; align-items: end; }
.controls > * { flex: 1 1 9rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.search form { position: relative; display: grid; gap: .5rem; }
.entry { display: flex; padding: .3rem; background: var(--card); border: 1px solid var(--field); border-radius: 1rem; }
.entry:focus-within { outline: 3px solid var(--focus); outline-offset: 2px; }
.entry input { flex: 1; min-width: 0; margin: 0; border: 0; background: none; outline: 0; text-overflow: ellipsis; }
.entry input::placeholder { color: var(--soft); opacity: 1; }
.entry button { flex: none; padding: .6rem .9rem; }
.search summary { width: fit-content; padding-block: .3rem; color: var(--soft); font-weight: 600; }
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr)); gap: .5rem; }
.filters > * { min-width: 0; }
.filters select { min-height: 2.6rem; margin: 0; padding-block: .35rem; text-overflow: ellipsis; }
.count { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; align-items: center; justify-content: space-between; margin-block-end: .75rem; }
.count h2 { margin: 0; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; list-style: none; font-size: .925rem; }
.chips a { position: relative; display: inline-block; padding: .25rem .85rem; border: 1px solid var(--field); border-radius: 1.25rem; color: inherit; text-decoration: none; }
.chips a:hover { border-color: var(--accent); color: var(--accent); }
.count .chips a { border-color: transparent; background: var(--tint); color: var(--accent); font-weight: 600; }
.count .chips li:not(:last-child) a::after { content: "×" / ""; margin-inline-start: .5rem; }
.count .chips li:last-child a { padding-inline: .25rem; background: none; font-weight: 400; text-decoration: underline; }
.pages { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: center; margin-block-start: 1.5rem; color: var(--soft); }
.pages a { padding: .6rem 1.1rem; border: 1px solid var(--field); border-radius: .75rem; text-decoration: none; }
.pages a:hover { border-color: var(--accent); }
.cover { display: block; width: 100%; height: auto; aspect-ratio: 4; border-radius: 1rem; object-fit: cover; }
.company-hero { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; }
.company-hero img { margin: 0; }
/* The logo lies on the edge of the cover. */
.cover + .company-hero { align-items: start; padding-block-start: 0; }
.cover + .company-hero img { margin-block-start: -3rem; box-shadow: 0 0 0 .25rem var(--ground); }
.about { max-width: 46rem; }
.about summary { width: fit-content; padding-block: .35rem; color: var(--accent); }
.about details[open] summary { margin-block-end: .35rem; }
.about p { max-width: 46rem; margin: 0; }

/* The page of a job. */
.employer { display: inline-flex; gap: .75rem; align-items: center; min-height: 2.75rem; font-weight: 600; color: inherit; text-decoration: none; }
.employer:hover { text-decoration: underline; }
.employer img { margin: 0; }
.brief { padding-block: 1rem; }
.apply-top { display: none; }
.job { display: flex; flex-direction: column; gap: 1.5rem; }
.job > * { min-width: 0; }
.job article { display: grid; gap: 2rem; }
.job article:empty { display: none; }
.job article > * { min-width: 0; }
/* Each item makes room for its own bullet, because items of one list may run in both directions. */
.job article :is(ul, ol), .note ol { margin-block: 0; padding: 0; }
:is(.job article, .note ol) li { margin-block: .3rem; margin-inline-start: 1.35rem; }
.facts { display: grid; gap: .6rem 1.25rem; grid-template-columns: repeat(2, minmax(0, 1fr)); grid-auto-flow: dense; margin: 0; font-size: .925rem; line-height: 1.4; }
.facts dt { font-size: .85rem; color: var(--soft); }
.facts dd { margin: 0; font-weight: 600; }
.typed { margin: 0; }
.typed dt { margin-block-start: .9rem; font-size: .85rem; color: var(--soft); }
.typed dd { margin: 0; overflow-wrap: anywhere; }
.facts .wide { grid-column: 1 / -1; }
.job aside { display: grid; gap: 1rem; }
.job aside h2 { font-size: 1.05rem; margin-block-end: .5rem; }
.job aside p { margin-block: .5rem 0; }
.share { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; align-items: baseline; }
.job .report { margin: -.5rem 0 0; }
.similar { margin-block-start: 1.25rem; }
:is(.share, .report) :is(a, button) { display: inline-block; padding: .45rem 0; border: 0; background: none; color: var(--soft); font-size: .925rem; font-weight: 400; text-decoration: underline; text-underline-offset: .18em; }
:is(.share, .report) :is(a, button):hover { color: var(--ink); background: none; text-decoration-thickness: 2px; }
.sending { color: var(--soft); }
progress { display: block; width: 100%; height: .6rem; margin-block-start: .5rem; accent-color: var(--accent); }
.apply-bar { position: sticky; inset-block-end: 0; margin: 0 -1.25rem; padding: .75rem 1.25rem calc(.75rem + env(safe-area-inset-bottom)); background: var(--ground); border-block-start: 1px solid var(--line); }
.apply-bar .button { display: block; }
.elsewhere { display: flex; flex-wrap: wrap; gap: .35rem .85rem; align-items: center; }
.apply-bar .elsewhere { flex-direction: column; align-items: stretch; text-align: center; }

.html { overflow-x: auto; }
.html > :first-child { margin-block-start: 0; }
.html > :last-child { margin-block-end: 0; }
.html :is(h2, h3, h4, h5, h6) { font-size: 1.05rem; margin-block: 1.25rem .4rem; }
.html p { margin-block: .6rem; }
.html pre { white-space: pre-wrap; }
.html table { border-collapse: collapse; }
.html th, .html td { border: 1px solid var(--line); padding: .35rem .65rem; text-align: start; }

.apply { width: 100%; max-width: 46rem; }
.apply form { display: grid; gap: 1.25rem; }
label { display: block; font-weight: 600; }
.hint, .kept, .problem { margin: 0; font-size: .925rem; }
.hint { color: var(--soft); }
.kept { color: var(--good); font-weight: 600; }
.problem { color: var(--wrong); font-weight: 600; }
input, textarea, select { font: inherit; width: 100%; min-height: 2.9rem; padding: .6rem .75rem; margin-block-start: .35rem; border: 1px solid var(--field); border-radius: .6rem; background: var(--card); color: inherit; }
select { padding-inline: .6rem; }
[dir="rtl"] input[dir="ltr"] { text-align: right; }
textarea { display: block; min-height: 9rem; resize: vertical; }
input[type="file"] { padding: .55rem; border-style: dashed; background: var(--tint); }
input::file-selector-button { font: inherit; font-weight: 600; padding: .35rem .8rem; margin-inline-end: .75rem; border: 1px solid var(--field); border-radius: .45rem; background: var(--card); color: inherit; cursor: pointer; }
.consent .problem { margin-block-end: .5rem; }
.consent label { display: flex; gap: .75rem; align-items: start; font-weight: 400; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
.choices label { display: flex; gap: .75rem; align-items: start; padding-block: .4rem; font-weight: 400; }
input:is([type="checkbox"], [type="radio"]) { flex: none; width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0; accent-color: var(--accent); }
[aria-invalid="true"] { border-color: var(--wrong); border-width: 2px; outline-color: var(--wrong); }
input[type="checkbox"][aria-invalid="true"] { outline: 2px solid var(--wrong); outline-offset: 1px; }
.problems { width: 100%; max-width: 46rem; padding: 1.1rem 1.25rem; border: 2px solid var(--wrong); border-radius: 1rem; background: var(--wrong-tint); }
.problems:focus { outline: 3px solid var(--focus); outline-offset: 2px; }
.problems h2 { font-size: 1.1rem; }
.problems ul { margin: 0; padding-inline-start: 1.25rem; }
.problems a { color: var(--wrong); }
details.privacy { margin-block-start: .75rem; font-size: .925rem; }
summary { cursor: pointer; }
.before { padding: .75rem 1rem; border-inline-start: 4px solid var(--good); background: var(--tint); }
.trap { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.done { border-color: var(--good); }
.done h1::before { content: "✓" / ""; display: grid; place-content: center; width: 3rem; height: 3rem; margin-block-end: 1rem; border-radius: 50%; background: var(--good); color: var(--card); font-size: 1.5rem; }
code { font-size: .95em; }

/* Alerts. */
.follow { display: grid; gap: 1.25rem 3rem; }
.follow p { margin-block: .5rem 0; }
.note form { margin-block: 1rem; }
:is(.follow, .note) .controls > :first-child { flex: 1 1 14rem; }
:is(.follow, .note) .controls > button { flex: none; padding-block: .68rem; }
@media (min-width: 56rem) {
  .follow { grid-template-columns: 1fr 1fr; align-items: center; }
}

@media (min-width: 56rem) {
  html { scroll-padding-block-end: 1rem; }
  .card { padding: 1.75rem; }
  .hero { padding-block: 2rem .75rem; }
  @supports selector(::details-content) {
    .search summary { display: none; }
    .search details::details-content { content-visibility: visible; }
  }
  .jobs > li:has(> .tags) { grid-template-columns: 1fr auto; align-items: center; }
  .jobs > li:has(> .face):has(> .tags) { grid-template-columns: 2.5rem 1fr auto; }
  .face ~ .tags { grid-column: 3; }
  .tags { justify-content: end; max-width: 20rem; }
  .companies { grid-template-columns: 1fr 1fr; }
  .apply-top { display: block; }
  .facts { gap: .8rem 1.25rem; font-size: 1rem; }
  .hero .apply-top { margin-block-start: 1.25rem; }
  .job { display: grid; grid-template: auto 1fr auto / minmax(0, 1fr) 21rem; gap: 1.25rem 3rem; align-items: start; }
  .job > * { grid-column: 1; }
  .job > .brief { grid-column: 2; }
  .job aside { grid-area: 2 / 2 / span 2; }
  .job article { grid-row: 1 / span 2; }
  .job .apply { grid-row: 3; margin-block-start: 1.25rem; }
  /* A job without a text shows its facts above the form. */
  .job:has(article:empty) { display: flex; max-width: 46rem; }
  .similar .jobs { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .apply-bar { display: none; }
  .apply form { grid-template-columns: 1fr 1fr; }
  .apply form > * { grid-column: 1 / -1; }
  .apply form > :is(.firstName, .lastName, .email, .phone) { grid-column: auto; align-self: start; }
  .apply form > button { justify-self: start; }
}
@media (forced-colors: active) {
  .button, button { border-color: ButtonBorder; }
}
@media print {
  :root { color-scheme: light; --ink: #000000; --soft: #333333; --ground: #ffffff; --card: #ffffff; --accent: #000000; }
  nav, form, .apply, .apply-bar, .apply-top, .button, .share, .report, .similar, .foot { display: none !important; }
  main, .bar { max-width: none; padding-inline: 0; }
  .card { padding: 0; border: 0; }
  .job { display: block; }
  .facts { grid-template-columns: repeat(3, 1fr); margin-block-end: 1.5rem; }
  .facts .wide { grid-column: auto; }
  li, dd { break-inside: avoid; }
  @page { margin: 1.5cm; }
  html { font-size: 10pt; line-height: 1.4; }
  h1 { font-size: 1.5rem; }
  .hero { padding-block: 0; }
  main { gap: .75rem; padding-block: 0; }
  .job article { gap: .75rem; }
  h2 { break-after: avoid; }
  .html a::after { content: " (" attr(href) ")"; }
}
`

interface Stylesheet {
  text: string
  /** A hash of the text. The address has it, so a browser may keep each version for ever. */
  version: string
  address: string
  colors: BrandColors
}

const stylesheets = new Map<string, Stylesheet>()

/** Finds the style of a board with this colour. It is made once, because every page has its address. */
export function findStylesheet(color: string): Stylesheet {
  const known = stylesheets.get(color)
  if (known !== undefined) return known
  const colors = deriveBrand(color)
  const text = printStylesheet(colors)
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const made = { text, version, address: `${STYLESHEET_PATH}?v=${version}`, colors }
  stylesheets.set(color, made)
  return made
}
