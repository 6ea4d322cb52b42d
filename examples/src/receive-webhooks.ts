import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import type { CandidateChange } from '@boardwalk/sdk'
import express, { type Request } from 'express'
import { Webhook } from 'standardwebhooks'

/*
 * Receives candidates as webhooks, and keeps each as candidates/<id>.json until the board has erased the person's data.
 *   WEBHOOK_SECRET=whsec_… PORT=3002 npx tsx receive-webhooks.ts
 * `boardwalk candidates follow --changes --state s.json --secret-file secret.txt --post http://127.0.0.1:3002/` sends them.
 * Put a proxy with TLS in front of it. The sender waits for each answer before it sends the next webhook.
 */

const { WEBHOOK_SECRET, PORT = '3002' } = process.env
if (WEBHOOK_SECRET === undefined) throw new Error('Set WEBHOOK_SECRET to the text of the file of --secret-file')
const webhook = new Webhook(WEBHOOK_SECRET)
await mkdir('candidates', { recursive: true })

const app = express()
// The signature is of the bytes, so no middleware may parse them before.
app.post('/', express.raw({ type: () => true, limit: '1mb' }), async (req, res) => {
  const entry = open(req)
  if (entry === undefined) return void res.sendStatus(401)
  await take(entry)
  console.log(entry.change, entry.candidate.id)
  // Not before it is stored: an answer of 2xx is the receipt.
  res.sendStatus(204)
})
const server = app.listen(Number(PORT), '127.0.0.1', () => console.log('listening on', server.address()))

/** Checks the signature and the age of a webhook. Returns undefined if it is not the sender's, or too old. */
function open({ body, headers }: Request): CandidateChange | undefined {
  try {
    // Node has each header of a webhook as a text.
    return webhook.verify(body, headers as Record<string, string>) as CandidateChange
  } catch {
    return undefined
  }
}

/** Returns when it is on the disk. The same webhook may come twice, and then does the same again. */
async function take({ change, candidate }: CandidateChange): Promise<void> {
  const file = `candidates/${encodeURIComponent(candidate.id)}.json`
  if (change === 'erased') return rm(file, { force: true })
  await writeFile(`${file}.part`, JSON.stringify(candidate), { flush: true })
  await rename(`${file}.part`, file)
}
