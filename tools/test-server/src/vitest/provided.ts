/** What vitest's global set-up gives every test, by `inject('…')`. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the database server of this run. A test makes a database of its own on it. */
    mongodbUri: string
    /** Whether that is a SecantusDB that was started for this run. */
    isSecantus: boolean
    /** Folder of the built programs, each at the path of its source. */
    builtPrograms: string
  }
}

export {}
