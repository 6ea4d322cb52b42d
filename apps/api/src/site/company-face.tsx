/** Finds the first letter or digit of a name. */
const findInitial = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ''

interface CompanyFaceProps {
  name: string
  /** The company's logo as a `data:` address, so that a list of logos costs no request. Undefined if it has none. */
  thumbnail: string | undefined
}

/** The small logo of a company in a list, or else the initial of its name. The name stands beside it. */
export function CompanyFace({ name, thumbnail }: CompanyFaceProps) {
  if (thumbnail !== undefined) return <img className="face" src={thumbnail} alt="" width="40" height="40" />
  return (
    <span className="face" aria-hidden="true">
      {findInitial(name)}
    </span>
  )
}
