/** The database that the processes of a test share. */
export interface ClusterDatabase extends AsyncDisposable {
  /** The variables of processes that use it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A database of one test file, and what can happen to it. */
export interface FaultyDatabase extends ClusterDatabase {
  /** The detail that `/ready` begins with while it is stopped. */
  readonly outage: string;
  /** Ends so much of it that it cannot serve. */
  stop(): Promise<void>;
  /** Starts what a test has stopped; resolves when it serves. */
  recover(): Promise<void>;
  /** Makes it reject writes, but not reads, as a full disk does, or accept them again. */
  rejectWrites(on: boolean): Promise<void>;
  /** The lease of the elected leader, as stored. */
  leaderLease(): Promise<{ readonly fence: number; readonly renewals: number }>;
  /** Its state, for the message of a failed test. */
  report(): Promise<string>;
}

/** A database for a suite, or the reason why its tests are skipped. */
export interface TestedDatabase<Database extends ClusterDatabase = ClusterDatabase> {
  readonly name: 'PostgreSQL' | 'OpenSearch';
  readonly skip: string | false;
  /** Is called if the tests are not skipped. */
  readonly start: () => Promise<Database>;
}
