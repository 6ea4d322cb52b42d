const BOUNDARY = '----benchmark7MA4YWxkTrZu0gW'

/** A form as a browser sends it; the CV's field is there without one too. */
export function multipartOf(fields: Record<string, string>): { type: string; text: string } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const cv = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="cv"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n`
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, text: `${parts.join('')}${cv}--${BOUNDARY}--\r\n` }
}
