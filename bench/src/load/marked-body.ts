/** Stands in a body where a number belongs that each request has for itself. */
export const mark = '@@@@@@@@@@'

/** A request's body, built once: only its numbers are written for each request, in place. */
export interface MarkedBody {
  /** The body with this number; good until the next call. */
  withNumber(number: number): Buffer
}

export function markedBody(json: string): MarkedBody {
  const bytes = Buffer.from(json)
  const offsets: number[] = []
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) offsets.push(at)
  return {
    withNumber(number) {
      const digits = numbered(number)
      for (const offset of offsets) bytes.write(digits, offset, 'latin1')
      return bytes
    },
  }
}

/** As it stands in a body in place of the mark. */
export const numbered = (number: number) => String(number).padStart(mark.length, '0')
