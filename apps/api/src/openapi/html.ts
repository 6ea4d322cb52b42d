import { sanitiserOptions } from '@boardwalk/schema/html'

const { allowedTags, allowedAttributes, allowedSchemes, transformTags } = sanitiserOptions

const quote = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

/** Prints what the sanitiser keeps of HTML, from its own options. */
export function printAllowedHtml(): string {
  const { '*': everywhere, a: ofLinks, ...ofOthers } = allowedAttributes
  const attributes = [
    `${quote(everywhere)} of each element`,
    `${quote(ofLinks)} of \`a\``,
    ...Object.entries(ofOthers).map(([tag, names]) => `${quote(names)} of \`${tag}\``),
  ]
  return [
    `- Elements: ${quote(allowedTags)}.`,
    `- Attributes: ${attributes.join('; ')}.`,
    `- Links begin with ${quote(allowedSchemes.map((scheme) => `${scheme}:`))} or are relative. Each gets \`rel="${transformTags.a('a', {}).attribs.rel}"\`.`,
    `- \`h1\` becomes \`${transformTags.h1}\`, because the title of the job is the page’s only \`h1\`.`,
  ].join('\n')
}
