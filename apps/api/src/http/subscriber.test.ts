import { expect, test } from 'vitest'
import { subscriberOf } from './subscriber.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['1::', '1:0:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is of the subscriber %s', (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber)
})

test.each(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1', '::ffff:c000:201'])(
  '%s is the IPv4 address in it',
  (address) => {
    expect(subscriberOf(address)).toBe('192.0.2.1')
  },
)

test.each(['', 'unknown', '192.0.2.1:80'])('what is no address, "%s", is one as it stands', (text) => {
  expect(subscriberOf(text)).toBe(text)
})
