import type { Db } from 'mongodb'
import type { ApplicationDocument } from '../peer/application.ts'

const BATCH = 5_000
const BATCHES_AT_ONCE = 2

/** Makes an application. Every tenth has only the fields that the form requires. */
export function makeApplication(companyId: string, jobId: number, number: number, date: Date): ApplicationDocument {
  const isShort = number % 10 === 9
  return {
    _id: `${jobId}-${number}`,
    companyId,
    jobId,
    status: 'PENDING',
    firstName: 'Salma',
    lastName: `Bennani ${number}`,
    email: `salma.bennani.${number}@example.com`,
    phone: isShort ? '' : `+212 600 ${String(number % 1_000_000).padStart(6, '0')}`,
    linkedinUrl: isShort ? '' : `https://www.linkedin.com/in/salma-bennani-${number}`,
    message: isShort
      ? ''
      : `Bonjour, votre offre correspond à mon parcours : cinq ans d’expérience, dont deux à la tête d’une équipe. Je suis disponible dès le mois prochain. Référence ${number}.`,
    cvId: null,
    date,
  }
}

/** Stores applications of one company in the database, without the API, as if they had come over months. */
export async function storeApplications(
  db: Db,
  companyId: string,
  applications: Iterable<ApplicationDocument>,
): Promise<void> {
  const collection = db.collection<ApplicationDocument>('applications')
  const underWay = new Set<Promise<unknown>>()
  let lastDate = new Date(0)
  let batch: ApplicationDocument[] = []
  const store = async () => {
    if (batch.length === 0) return
    if (underWay.size >= BATCHES_AT_ONCE) await Promise.race(underWay)
    const storing = collection.insertMany(batch, { ordered: false }).finally(() => underWay.delete(storing))
    underWay.add(storing)
    batch = []
  }
  for (const application of applications) {
    if (application.date > lastDate) lastDate = application.date
    if (batch.push(application) === BATCH) await store()
  }
  await store()
  await Promise.all(underWay)
  await noteInMailbox(db, companyId, lastDate)
}

interface MailboxDocument {
  _id: string
  clock: Date
  lastDate: Date
  inbox: ApplicationDocument[]
  shutOuts: number
}

/** Writes the newest date into Boardwalk's mailbox, which answers polls. Peers ignore the collection. */
async function noteInMailbox(db: Db, companyId: string, lastDate: Date): Promise<void> {
  await db
    .collection<MailboxDocument>('mailboxes')
    .updateOne(
      { _id: companyId },
      { $max: { clock: lastDate, lastDate }, $setOnInsert: { inbox: [], shutOuts: 0 } },
      { upsert: true },
    )
}
