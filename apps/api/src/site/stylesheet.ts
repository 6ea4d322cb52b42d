export const STYLESHEET_PATH = '/site.css'

/** The look of every page, in logical directions, so that it holds right to left too. */
export const stylesheet = `
:root { color-scheme: light; --ink: #1d2733; --soft: #5a6675; --line: #d5dbe3; --brand: #0b5c8a; --wrong: #b3261e; }
* { box-sizing: border-box; }
html { font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif; color: var(--ink); background: #f5f7f9; }
body { margin: 0; }
header, main { max-width: 46rem; margin-inline: auto; padding-inline: 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; padding-block: 1rem; }
header > a { font-weight: 600; }
nav ul { display: flex; gap: 1rem; margin: 0; padding: 0; list-style: none; }
main { padding-block: 1.5rem 2.5rem; background: #fff; border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: anywhere; }
@media (min-width: 48rem) { main { padding-inline: 2.5rem; margin-block-end: 3rem; } }
a { color: var(--brand); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid #f2a516; outline-offset: 2px; }
h1 { font-size: 1.75rem; line-height: 1.25; margin-block: 0 .25rem; }
h2 { font-size: 1.25rem; margin-block: 2rem .5rem; }
.soft { color: var(--soft); }
.lines { white-space: pre-line; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; padding-block: 1rem; margin-block: 1rem 0; border-block: 1px solid var(--line); }
.facts > div { display: contents; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.jobs { padding: 0; list-style: none; }
.jobs > li { padding-block: .85rem; border-block-end: 1px solid var(--line); }
.jobs > li:last-child { border: 0; }
.jobs a { font-weight: 600; }
.jobs ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; list-style: none; }
.html { overflow-x: auto; }
.html > :first-child { margin-block-start: 0; }
.html > :last-child { margin-block-end: 0; }
.html :is(h2, h3, h4, h5, h6) { font-size: 1.05rem; margin-block: 1.25rem .4rem; }
.html table { border-collapse: collapse; }
.html th, .html td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: start; }
form { display: grid; gap: 1.1rem; }
label { display: block; font-weight: 600; }
label .soft { font-weight: 400; }
.hint { display: block; font-size: .9rem; color: var(--soft); }
input, textarea { font: inherit; width: 100%; padding: .5rem .6rem; margin-block-start: .25rem; border: 1px solid #7d8896; border-radius: .3rem; background: #fff; color: inherit; }
[dir="rtl"] input[dir="ltr"] { text-align: right; }
input[type="file"] { padding: .4rem; }
textarea { min-height: 9rem; resize: vertical; }
[aria-invalid="true"] { border-color: var(--wrong); border-width: 2px; }
.problem { margin: 0; color: var(--wrong); font-weight: 600; }
.problems { padding: .75rem 1.25rem; margin-block: 1rem; border: 2px solid var(--wrong); border-radius: .3rem; }
.problems h2 { font-size: 1.1rem; margin-block-start: 0; }
.problems ul { margin: 0; padding-inline-start: 1.25rem; }
.problems a { color: var(--wrong); }
button { justify-self: start; font: inherit; font-weight: 600; padding: .65rem 1.4rem; border: 0; border-radius: .3rem; background: var(--brand); color: #fff; cursor: pointer; }
button:hover { background: #084a70; }
code { font-size: .95em; }
`
