export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
}

export interface SoundClock {
  /**
   * Tells the time as `now` does, for a date that other processes compare with theirs. Throws `unavailable` if the clock of
   * this machine is far from the database's (db/clock-watch.ts).
   */
  soundNow: () => number
}
