import { expect, test } from 'vitest'
import { findSubscriber } from './subscriber.ts'

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
])('%s belongs to the subscriber %s', (address, subscriber) => {
  expect(findSubscriber(address)).toBe(subscriber)
})

test.each(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1', '::ffff:c000:201'])(
  '%s is reduced to the IPv4 address in it',
  (address) => {
    expect(findSubscriber(address)).toBe('192.0.2.1')
  },
)

test.each([
  ['192.0.2.1:80', '192.0.2.1'],
  ['192.0.2.1:65535', '192.0.2.1'],
  ['[2001:db8:1:2::9]:80', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0'],
])('%s is of the subscriber %s, whatever the port', (address, subscriber) => {
  expect(findSubscriber(address)).toBe(subscriber)
})

test.each(['', 'unknown', '192.0.2:80', '1.2.3.4.5:80', '192.0.2.1:x', '[192.0.2.1', '[x]:80', '_hidden'])(
  'a text that is not an address, "%s", is returned unchanged',
  (text) => {
    expect(findSubscriber(text)).toBe(text)
  },
)
