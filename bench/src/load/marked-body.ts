/** Marks the places of a body that get each request's own number. */
export const mark = '@@@@@@@@@@'

/** A request's body that is built once. Each request writes its number into it. */
export interface MarkedBody {
  /** Answers the body with this number. It is valid until the next call. */
  withNumber(number: number): Buffer
}

export function markedBody(json: string): MarkedBody {
  const bytes = Buffer.from(json)
  const offsets: number[] = []
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) offsets.push(at)
  return {
    withNumber(number) {
      const digits = writeNumber(number)
      for (const offset of offsets) bytes.write(digits, offset, 'latin1')
      return bytes
    },
  }
}

/** Writes a number as long as the mark. */
export const writeNumber = (number: number) => String(number).padStart(mark.length, '0')
