/*
 * Many people double-click buttons and mean one click. The second click may come when a layer over the page has appeared or gone in
 * between, such as a dialog or a message with a button. It would press what is there now: the veil, which closes the dialog again, or the
 * button of the next message.
 */

/** Two clicks within this time and this distance are a double click, as in the settings of most systems. */
const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = 8

/** Grows whenever a layer appears or goes. */
let layerChanges = 0

/** Notes that a layer has appeared or gone. */
export function noteLayerChange(): void {
  layerChanges++
}

interface Click {
  at: number
  x: number
  y: number
  layerChanges: number
}

/**
 * Drops the second click of a double click if a layer has appeared or gone since the first one, or if it would send a form a second time.
 * All other clicks go where they went.
 */
export function dropSecondClicks(target: Document): void {
  let last: Click | undefined
  target.addEventListener(
    'click',
    (event) => {
      // A key that presses a button has no place.
      if (event.detail === 0) return
      const first = last
      last = { at: event.timeStamp, x: event.clientX, y: event.clientY, layerChanges }
      if (first === undefined || !isSecond(first, last)) return
      const isSend = event.target instanceof Element && event.target.closest('[type="submit"]') !== null
      if (first.layerChanges === layerChanges && !isSend) return
      // A third click belongs to the first one too.
      last.layerChanges = first.layerChanges
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
  // A key or a text between two clicks makes them two.
  for (const between of ['keydown', 'input'])
    target.addEventListener(between, () => {
      last = undefined
    })
}

const isSecond = (first: Click, second: Click): boolean =>
  second.at - first.at < DOUBLE_CLICK_MS && Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_CLICK_PX
