import { cvMimes } from '@boardwalk/schema/application'
import { type Zippable, zipSync } from 'fflate'

/* Documents of Word and OpenDocument, with what their programs put into each. */

/** The content types of a document of Word. */
export const docxTypes = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${cvMimes.docx}.main+xml"/></Types>`

type Entries = Record<string, string | Buffer>

const zip = (entries: Entries, files: Zippable = {}): Buffer<ArrayBuffer> => {
  for (const [name, content] of Object.entries(entries)) files[name] = Buffer.from(content)
  // The same bytes each time.
  return Buffer.from(zipSync(files, { mtime: '2026-01-01T12:00:00' }))
}

/** Makes a DOCX. `entries` are more files in it, or others. */
export const makeDocx = (entries: Entries = {}): Buffer<ArrayBuffer> =>
  zip({
    '[Content_Types].xml': docxTypes,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Salma Bennani</w:t></w:r></w:p></w:body></w:document>',
    ...entries,
  })

/** Makes an ODT, whose first entry is its type, not compressed. `entries` are more files in it, or others. */
export const makeOdt = (entries: Entries = {}): Buffer<ArrayBuffer> =>
  zip(
    {
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
      'content.xml': '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
      ...entries,
    },
    { mimetype: [Buffer.from(cvMimes.odt), { level: 0 }] },
  )
