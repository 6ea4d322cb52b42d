import { expect, it } from 'vitest'
import { directHtml } from './job-html.ts'

it.each([
  [
    'a French and an Arabic paragraph',
    '<p>Bonjour</p><p>مرحبا بكم.</p>',
    undefined,
    '<p>Bonjour</p><p dir="rtl">مرحبا بكم.</p>',
  ],
  ['Arabic that begins with a Latin name', '<p>SAP: خبرة 3 سنوات</p>', undefined, '<p dir="rtl">SAP: خبرة 3 سنوات</p>'],
  [
    'French with an Arabic word',
    '<p>Le mot مرحبا veut dire bonjour</p>',
    undefined,
    '<p>Le mot مرحبا veut dire bonjour</p>',
  ],
  [
    'items of a list',
    '<ul><li>C++ و SQL إتقان</li><li>Java</li><li>2026</li></ul>',
    undefined,
    '<ul><li dir="rtl">C++ و SQL إتقان</li><li>Java</li><li>2026</li></ul>',
  ],
  ['lines of one paragraph', '<p>Bonjour<br />مرحبا</p>', undefined, '<p dir="auto">Bonjour<br />مرحبا</p>'],
  ['the choice of the author', '<ul dir="ltr"><li>مرحبا</li></ul>', undefined, '<ul dir="ltr"><li>مرحبا</li></ul>'],
  [
    'text in no block, beside a block',
    'مرحبا<p lang="fr">R&amp;D</p>بكم',
    'rtl',
    'مرحبا<p lang="fr" dir="ltr">R&amp;D</p>بكم',
  ],
  [
    'lines in no block',
    'Bonjour<br />مرحبا<p>Un<br />مرحبا</p>',
    'auto',
    'Bonjour<br />مرحبا<p dir="auto">Un<br />مرحبا</p>',
  ],
  [
    'cells',
    '<table><tr><td>مرحبا</td><td>Bonjour</td></tr></table>',
    undefined,
    '<table><tr><td dir="rtl">مرحبا</td><td>Bonjour</td></tr></table>',
  ],
])('%s: each block of a page from left to right has its own direction', (_what, html, dir, directed) => {
  expect(directHtml(html, 'ltr')).toEqual({ dir, html: directed })
})
