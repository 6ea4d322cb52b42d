/** What vitest's configuration and global set-up give every test, by `inject('…')`. */
declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for one thing, in milliseconds (wait-limit.ts). */
    waitMsMax: number
    /** Address of the database server of this run. A test makes a database of its own on it. */
    mongodbUri: string
    /** Whether that is a SecantusDB that was started for this run. */
    isSecantus: boolean
    /** Folder of the built programs, each at the path of its source. */
    builtPrograms: string
  }
}

export {}
