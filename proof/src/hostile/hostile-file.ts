import { gzipSync } from 'node:zlib'
import { makePdf } from '../application-form.ts'

const LIMIT = 5 * 1024 * 1024
const SCRIPT = '<html><script>canary()</script></html>'
const text = (value: string) => Buffer.from(value, 'latin1')

interface Content {
  what: string
  bytes: Buffer
  /** Whether the server must refuse it. */
  isRefused: boolean
}
const refused = (what: string, bytes: Buffer): Content => ({ what, bytes, isRefused: true })
const contained = (what: string, bytes: Buffer): Content => ({ what, bytes, isRefused: false })

const contents: Content[] = [
  contained('a PDF that is HTML too', text(`%PDF-1.4\n${SCRIPT}\n%%EOF`)),
  contained('a PDF that is JavaScript too', text('%PDF-1.4/*\n*/=1;canary()//\n%%EOF')),
  contained(
    'a PDF with an action',
    text('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'),
  ),
  contained(
    'a PDF that starts a program',
    text('%PDF-1.4\n1 0 obj<</OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\n%%EOF'),
  ),
  contained('a PDF with a ZIP behind it', Buffer.concat([makePdf(), text('PK\x03\x04'), Buffer.alloc(100)])),
  contained(
    'a PDF with the EICAR text',
    text('%PDF-1.4\nX5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
  ),
  contained('nothing but the first bytes of a PDF', text('%PDF-')),
  contained('a PDF of exactly the limit', makePdf({ bytes: LIMIT })),
  refused('a PDF of one byte over the limit', makePdf({ bytes: LIMIT + 1 })),
  refused('nothing', Buffer.alloc(0)),
  refused('one byte', text('%')),
  refused('HTML with a PDF in it', text(`${SCRIPT}\n%PDF-1.4\n%%EOF`)),
  refused('a GIF with a PDF in it', text('GIF89a/*%PDF-1.4*/=1;canary()')),
  refused('SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="canary()"/>')),
  refused('a PNG', text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')),
  refused('a Windows program', text('MZ\x90\0\x03\0\0\0')),
  refused('a Linux program', text('\x7fELF\x02\x01\x01\0')),
  refused('a script', text('#!/bin/sh\nrm -rf /\n')),
  refused('a packed PDF', gzipSync(makePdf())),
  refused('zeros', Buffer.alloc(1000)),
]

/** File names, as the header has them between quotes. */
const names = [
  ...['cv.pdf', '../../../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/cron.d/x', 'C:\\cv.pdf', 'cv.html'],
  ...['cv.pdf.exe', 'cv.pdf%0D%0Aset-cookie: a=b', 'cv\\"; filename=\\"x.html', 'cv.pdf\0.html', '😀👩‍👩‍👧‍👦.pdf'],
  ...['\u202efdp.exe', '\u2066cv\u2069.pdf', 'x'.repeat(10_000), `${'é'.repeat(5_000)}.pdf`, '.htaccess', 'CON', ' '],
  ...["'; rm -rf / ;'.pdf", '<script>canary()</script>.pdf'],
]

export interface HostileFile extends Content {
  name: string
}

/** A hundred files: each content under five names, each name with five contents. */
export const hostileFiles: HostileFile[] = contents.flatMap((content, index) =>
  Array.from({ length: 5 }, (_, turn) => ({
    ...content,
    name: names[(index + turn * 4 + turn) % names.length] ?? 'cv.pdf',
  })),
)
