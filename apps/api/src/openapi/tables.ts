import { renamedElements, sanitiserOptions } from '@boardwalk/schema/html'
import { jobWarningCodes } from '@boardwalk/schema/job-warning'
import { HTML_CHARACTERS_MAX, HTML_SENT_TAGS_MAX, HTML_TAGS_MAX, limits } from '@boardwalk/schema/limits'
import { printErrorTable } from './errors.ts'

/* The parts of docs/guides/values-and-limits.md that follow from the code. `npm run codegen` writes them between their comments. */

const { allowedTags, allowedAttributes, allowedSchemes, transformTags } = sanitiserOptions
const quote = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
const print = (count: number) => count.toLocaleString('en')
const printTable = (rows: readonly (readonly string[])[]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Prints what the sanitiser keeps of HTML, from the sanitiser's options. */
function printAllowedHtml(): string {
  const { '*': everywhere, a: ofLinks, ...ofOthers } = allowedAttributes
  const attributes = [
    `${quote(everywhere)} of each element`,
    `${quote(ofLinks)} of \`a\``,
    ...Object.entries(ofOthers).map(([tag, names]) => `${quote(names)} of \`${tag}\``),
  ]
  return [
    `- Size: what is stored has at most ${print(HTML_CHARACTERS_MAX)} characters and ${print(HTML_TAGS_MAX)} tags; what is sent has at most ${print(HTML_SENT_TAGS_MAX)} tags.`,
    `- Elements: ${quote(allowedTags)}.`,
    `- Attributes: ${attributes.join('; ')}.`,
    `- Links begin with ${quote(allowedSchemes.map((scheme) => `${scheme}:`))}. A host alone, such as \`www.example.com\` or \`//www.example.com\`, gets \`https://\`, and an e-mail address gets \`mailto:\`. Every other address, such as a relative one, is removed, and the text of its link stays. Each link gets \`rel="${transformTags.a('a', {}).attribs.rel}"\`.`,
    `- \`h1\` becomes \`${transformTags.h1}\`, because the title of the job is the page’s only \`h1\`. \`del\` and \`strike\` become \`${renamedElements.del}\`.`,
  ].join('\n')
}

/** Prints the limits that the server and its callers must agree on. */
const printLimits = () =>
  printTable([
    ['What', 'At most', 'Over it'],
    ['---', '---', '---'],
    ['the body of a request', `${limits.bodyBytes / 1024 / 1024} MiB`, '413'],
    ['members, list items, lists and objects in a body', print(limits.bodyValues), '400'],
    ['jobs of one `PUT /jobs`', `${print(limits.jobs)}, and the bytes of one body`, '400'],
    ['candidates of one `PUT /candidates`', print(limits.candidates), '400'],
    ['links of one `POST /job/link`', print(limits.links), '400'],
    ['results of one page', `${print(limits.pageSize)}; ${print(limits.pageSizeDefault)} if you name no size`, '400'],
    ['fields of your own of one job', `${limits.extraBytes / 1024} KiB as JSON, names included`, '400'],
  ])

const printWarnings = () =>
  printTable([
    ['`code`', 'What the board warns of'],
    ['---', '---'],
    ...Object.entries(jobWarningCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
  ])

const tables = {
  'allowed HTML': printAllowedHtml(),
  warnings: printWarnings(),
  errors: printErrorTable(),
  limits: printLimits(),
}

/** Writes each table between its comments. Fails if the guide has no place for one. */
export function fillTables(guide: string): string {
  let filled = guide
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(?<=<!-- ${name}: npm run codegen -->\\n).*?(?=\\n<!-- end of ${name} -->)`, 's')
    if (!place.test(filled)) throw new Error(`the guide has no place for ${name}`)
    filled = filled.replace(place, () => `\n${table}\n`)
  }
  return filled
}
