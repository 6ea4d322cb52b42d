import type { Db } from 'mongodb'
import type { ApplicationDocument } from '../peer/application.ts'

const BATCH = 5_000

/** An application as Boardwalk stores it. Peers ignore what they do not know. */
interface StoredApplication extends ApplicationDocument {
  contentDigest: string
}

/** Makes an application. Every tenth has only the fields that the form requires. */
export function makeApplication(companyId: string, jobId: number, number: number, date: Date): StoredApplication {
  const isShort = number % 10 === 9
  return {
    _id: `${jobId}-${number}`,
    companyId,
    jobId,
    status: 'PENDING',
    cvId: null,
    contentDigest: `bench-${number}`,
    date,
    firstName: 'Salma',
    lastName: `Bennani ${number}`,
    email: `salma.bennani.${number}@example.com`,
    phone: isShort ? '' : `+212 600 ${String(number % 1e6).padStart(6, '0')}`,
    linkedinUrl: isShort ? '' : `https://www.linkedin.com/in/salma-bennani-${number}`,
    message: isShort
      ? ''
      : `Bonjour, votre offre correspond à mon parcours : cinq ans d’expérience, dont deux à la tête d’une équipe. Je suis disponible dès le mois prochain. Référence ${number}.`,
  }
}

/** Stores applications of one company in the database, without the API, as if they had come over months. */
export async function storeApplications(db: Db, companyId: string, all: Iterable<StoredApplication>): Promise<void> {
  const collection = db.collection<StoredApplication>('applications')
  let lastDate = new Date(0)
  let batch: StoredApplication[] = []
  for (const application of all) {
    if (application.date > lastDate) lastDate = application.date
    if (batch.push(application) < BATCH) continue
    await collection.insertMany(batch, { ordered: false })
    batch = []
  }
  if (batch.length > 0) await collection.insertMany(batch, { ordered: false })
  // Boardwalk's mailbox, which answers polls, knows the newest date. Peers ignore the collection.
  await db
    .collection<{
      _id: string
      watermark: Date
      lastDate: Date
      inbox: object[]
      fencingToken: number
      wallTime: Date
    }>('mailboxes')
    .updateOne(
      { _id: companyId },
      { $max: { watermark: lastDate, lastDate }, $setOnInsert: { inbox: [], fencingToken: 0, wallTime: lastDate } },
      { upsert: true },
    )
}
