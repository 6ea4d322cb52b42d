/** An id in one line: a long one is cut, and its title shows it whole. */
export function Id({ text }: { text: string }) {
  return (
    <code className="id" dir="auto" title={text}>
      {text}
    </code>
  )
}
