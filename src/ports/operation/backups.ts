/** The store of scheduled backups. */
export type BackupLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Location);

/** A prefix in a bucket of an S3-compatible store. */
export interface S3Location {
  /** Origin, such as `https://s3.eu-central-1.amazonaws.com`. Buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly keys: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** When backups begin. `dailyAt` is in minutes after midnight, UTC. */
export type BackupSchedule = { readonly dailyAt: number } | { readonly everyHours: number };

/** When backups are made, and which are kept. */
export interface BackupPlan {
  readonly location: BackupLocation;
  /** Null means only on request. */
  readonly schedule: BackupSchedule | null;
  /** Complete backups that are kept, the newest ones; null means all. */
  readonly countMax: number | null;
  /** Older ones are deleted, except the newest; null ignores the age. */
  readonly daysMax: number | null;
}

/** A file of a backup as its manifest lists it. */
export interface BackupFile {
  /** Within the backup, with `/`. */
  readonly file: string;
  readonly bytes: number;
  /** The hash in hex. */
  readonly sha256: string;
}

export interface StoredFile {
  /** `BACKUP/FILE`, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** Stores the files of backups. Every method throws an Error with the reason, which contains no credentials. */
export interface BackupStore extends AsyncDisposable {
  /** A description for people and the log. */
  readonly place: string;
  /** A folder in which backups can be written directly, or null if files are sent with `write()`. */
  readonly folder: string | null;
  /** The files of the backups whose names begin with `start`. */
  list(start: string): Promise<readonly StoredFile[]>;
  read(path: string): AsyncIterable<Uint8Array>;
  /** Stores a local file, completely or not at all. @throws Error if it differs from its size or digest */
  write(path: string, from: string, expected: Omit<BackupFile, 'file'>): Promise<void>;
  /** A missing file is ignored. */
  remove(path: string): Promise<void>;
}

/** Progress of a running backup. */
export interface BackupProgress {
  readonly startedAt: number;
  readonly step: 'waiting' | 'copying' | 'sending' | 'verifying';
  /** Files of this step, and of how many; 0 of 0: not known yet. */
  readonly done: number;
  readonly total: number;
}

/** State of the scheduled backups. Times are milliseconds since 1970. */
export interface BackupStatus {
  readonly place: string;
  /** Complete backups in the store. */
  readonly count: number;
  /** When the newest complete backup was begun, or null if there is none, or the store was not read yet. */
  readonly lastAt: number | null;
  readonly lastBytes: number;
  /** Null means that another process, or an earlier start of this one, made it. */
  readonly lastDurationMs: number | null;
  /** Failed backups since the start of the process. */
  readonly failures: number;
  /** Why the last attempt failed, or null if it did not. */
  readonly failure: string | null;
  /** Whether the newest backup is older than the schedule allows. */
  readonly isOverdue: boolean;
  readonly scheduled: boolean;
  /** When the next one is due, or null if none is scheduled. */
  readonly nextAt: number | null;
  /** Progress of this process; null if no backup runs. */
  readonly running: BackupProgress | null;
}
