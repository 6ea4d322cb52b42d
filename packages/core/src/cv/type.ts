import { CV_TYPES, type CvType } from '@boardwalk/schema/application'

/*
 * The type of a stored CV is in its id, so that whoever has the id knows it without a query: the ids of PDFs are 24 characters, and those
 * of other types have the type at the end, such as `65f0c1e8a4b7d4c3f9a2e6d1.docx`.
 */

const ID_CHARACTERS = 24

/** Makes the id of a CV from the id of its file in GridFS. */
export const toCvId = (fileId: string, type: CvType): string => (type === 'pdf' ? fileId : `${fileId}.${type}`)

/** The id of the file of a CV in GridFS. */
export const toFileId = (cvId: string): string => cvId.slice(0, ID_CHARACTERS)

/** Finds the type of a CV by its id. */
export function findCvType(cvId: string): CvType {
  const ending = cvId.slice(ID_CHARACTERS + 1)
  return CV_TYPES.find((type) => type === ending) ?? 'pdf'
}

/**
 * Why a company cannot or should not open a file as a CV: it has no bytes, is another type of file, asks for a password, has macros, or is
 * an archive that is broken or unpacks to too much.
 */
export type CvFault = 'empty' | 'otherType' | 'locked' | 'macros' | 'damaged'

/** The type of a CV, or why a company should not get it. */
export type CvVerdict = { type: CvType; fault?: undefined } | { type?: undefined; fault: CvFault }
