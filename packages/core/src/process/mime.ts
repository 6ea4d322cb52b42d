/**
 * Finds the MIME type of a file by its first bytes. The library is loaded with the first file, because the sandbox rarely
 * gets one, and a CommonJS test runner cannot load the library.
 */
export async function findMime(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  return type?.mime
}
