import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Fit {
  /** For the element whose first child has to fit. */
  box: RefObject<HTMLDivElement | null>
  /** How many of the steps were needed. */
  taken: number
}

/**
 * Finds out how many steps, each of which makes the content narrower, are needed until the content fits into its box. It
 * measures before the browser paints, and again after a change of the box's width or of the content.
 */
export function useFit(steps: number, content: unknown): Fit {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [fitted, setFitted] = useState({ taken: 0, width, content })
  if (fitted.width !== width || fitted.content !== content) setFitted({ taken: 0, width, content })
  useLayoutEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const first = box.current?.firstElementChild
    if (!first || box.current === null || fitted.taken === steps) return
    // Browsers round one of the numbers.
    if (first.getBoundingClientRect().width > box.current.clientWidth + 1)
      setFitted({ ...fitted, taken: fitted.taken + 1 })
  })
  return { box, taken: fitted.taken }
}
