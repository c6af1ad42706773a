/** A `joining` process opens its projects, and a `ready` one holds them. A `leaving` one still serves, but others hold its projects. */
export type MemberState = 'joining' | 'ready' | 'leaving';

/** A process of a cluster. */
export interface Member {
  /** The id, which a restart on the same data folder keeps. */
  readonly id: string;
  /** URL at which other processes reach it; empty before it listens. */
  readonly address: string;
  /** Random at each start: proves to this process that a request was forwarded by another member. */
  readonly secret: string;
  readonly state: MemberState;
  /** Version of Vitrine; omitted by earlier versions. */
  readonly version?: string;
}

/** A member as stored, for the others. */
export interface MemberDocument extends Member {
  /** Increases with each renewal, so that others see that the process is alive. */
  readonly renewals: number;
}

/** The stored members of a service. */
export interface MemberDocuments {
  /** @throws VitrineError storage_failed */
  list(): Promise<MemberDocument[]>;
  /** @throws VitrineError storage_failed */
  put(member: MemberDocument): Promise<void>;
  /** @throws VitrineError storage_failed */
  remove(id: string): Promise<void>;
}

/**
 * The processes of a cluster that hold a project. The view may be outdated, and those of two processes may differ: any process can
 * open any project at any time.
 */
export interface ProjectAllocation {
  /** This process. */
  readonly thisMember: Member;
  /** The living ones, this process included. */
  readonly members: readonly Member[];
  /** The ready members that hold a project, in the order of their hashes. */
  listHolders(projectId: string): readonly Member[];
  /** Whether this process opens a project without a request, and keeps it open: it holds it, or will once it is ready. */
  keepsOpen(projectId: string): boolean;
  /** Whether this process runs the background work of a project. */
  isLeader(projectId: string): boolean;
  /** Calls `listener` after each change. */
  onChange(listener: () => void): void;
}
