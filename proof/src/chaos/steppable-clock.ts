/*
 * Loaded into an API process before it (`node --import`): its clock can be set ahead or back while it runs, as a bad
 * time server would. The product has no option for this.
 */

const RealDate = Date
let skewMs = 0

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + skewMs] : args, newTarget),
  apply: () => new RealDate(RealDate.now() + skewMs).toString(),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + skewMs : Reflect.get(target, name)),
})

process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'skewMs' in message) skewMs = Number(message.skewMs)
})
// Whoever started it is gone, perhaps killed: nobody else would end it.
process.on('disconnect', () => process.exit(1))
// Whoever sets the clock must not keep the process alive.
process.channel?.unref()
