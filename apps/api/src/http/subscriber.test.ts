import { expect, test } from 'vitest'
import { findSubscriber } from './subscriber.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:65535', '192.0.2.1'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:80', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
])('%s is of the subscriber %s, whatever the port', (address, subscriber) => {
  expect(findSubscriber(address)).toBe(subscriber)
})
