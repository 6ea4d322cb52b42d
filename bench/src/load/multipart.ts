const BOUNDARY = '----benchmark7MA4YWxkTrZu0gW'

/** Encodes a form as a browser does, with an empty field for the CV. */
export function encodeForm(fields: Record<string, string>): { type: string; text: string } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const cv = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="cv"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n`
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, text: `${parts.join('')}${cv}--${BOUNDARY}--\r\n` }
}
