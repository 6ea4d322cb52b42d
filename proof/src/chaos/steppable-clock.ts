/*
 * Loaded into an API process before it starts (`node --import`). Its clock can be set ahead or back while it runs, as a bad
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
// The program that started it is gone, perhaps killed. Then nothing else would end this process.
process.on('disconnect', () => process.exit(1))
// The channel must not keep the process alive.
process.channel?.unref()
