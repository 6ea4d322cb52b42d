/** Encodes a form as a browser does: line breaks are CR LF, and the file's field is sent without a file, too. */
export function multipartOf(fields: Record<string, string>, cv: Buffer | undefined): { type: string; body: Buffer } {
  const boundary = `----chaos${fields.formId}`
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replaceAll('\n', '\r\n')}\r\n`,
  )
  const fileName = cv === undefined ? '' : 'cv.pdf'
  const type = cv === undefined ? 'application/octet-stream' : 'application/pdf'
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="cv"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('') + file),
    cv ?? Buffer.alloc(0),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** Makes a PDF of one empty page, with its owner in a comment. */
export function pdfOf(owner: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = `%PDF-1.4\n% ${owner}\n`
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const tableAt = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\n`
  return Buffer.from(`${text}startxref\n${tableAt}\n%%EOF\n`)
}
