import type { ShopEvent, VisitorId } from '../../ports/recommendations/events.ts';
import type { ApiKey, Project, Task } from '../../ports/access/projects.ts';
import type { ConsoleSession, TeamChange } from '../../ports/access/team.ts';
import type {
  ResourceKind,
  Resources,
  Versioned,
  VersionedKind,
} from '../../ports/configuration/resources.ts';
import type { StoredRules } from '../../ports/search/rules.ts';
import type { StoredSettings } from '../../ports/configuration/settings.ts';
import type { TextEmbeddingJob } from '../../ports/search/text-embeddings.ts';
import type { PictureJob } from '../../ports/pictures/pictures.ts';
import type { NumberedItem } from './applied-change.ts';

/** The user that a session is joined to by an event. */
export interface SessionJoin {
  readonly session: string;
  readonly user: string;
}

/** The last time that a visitor settled a query, as stored before and after a flush, or null. */
export interface SearchChange {
  readonly key: string;
  readonly query: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Task ids are unique within a project. */
export type TaskName = Pick<Task, 'project' | 'id'>;

/** The password of the first owner, all that earlier versions know of users. */
export interface Account {
  /** Salted scrypt hash of the password. */
  readonly passwordHash: string;
  readonly changedAt: number;
}

/** A session of earlier versions, of the first owner. */
export interface AccountSession {
  readonly tokenHash: string;
  readonly expiresAt: number;
}

export type ControlChange =
  | { readonly put: 'project'; readonly project: Project }
  /** `leaving` means that the deletion has begun and no request may use the project, `gone` that its id is free again. */
  | { readonly put: 'leaving' | 'gone'; readonly id: string }
  | { readonly put: 'key'; readonly key: ApiKey }
  /** A new password of the first owner, whose sessions end. `team` has further changes. */
  | { readonly put: 'account'; readonly account: Account; readonly team?: TeamChange }
  /** A session that a process of an earlier version created. */
  | { readonly put: 'session'; readonly session: AccountSession }
  /** Earlier versions ignore it. */
  | { readonly put: 'team'; readonly team: TeamChange }
  | { readonly put: 'user-session'; readonly session: ConsoleSession }
  | { readonly put: 'signed-out'; readonly tokenHash: string }
  | { readonly put: 'task'; readonly task: Task; readonly gone: readonly TaskName[] };

/** The vectors of a picture. A picture that is not refined has the feature only. */
export interface PictureEmbedding {
  readonly feature: Float32Array;
  readonly augmentedMean: Float32Array | null;
  readonly calibrationSamples: Float32Array | null;
}

/** A resource after a change; null means removed. */
export interface ResourceChange<T> {
  readonly id: string;
  readonly version: number;
  readonly resource: Versioned<T> | null;
}

/**
 * The in-memory change of a write, by kind, for the other processes that share the log. They store the same rows and
 * must reach the same state. Plain data, so that it can be serialized.
 */
export interface SharedChanges extends Readonly<{
  [K in ResourceKind]: ResourceChange<Resources[K]>;
}> {
  /** The changed items in order; `after` is null for a deleted one. */
  readonly items: readonly {
    readonly no: number;
    readonly id: string;
    readonly after: NumberedItem | null;
    readonly pictures: readonly string[];
  }[];
  readonly events: readonly {
    readonly event: ShopEvent;
    readonly joins: SessionJoin | null;
    /** The revision of the event in the log; counters include everything up to it. */
    readonly revision: number;
  }[];
  readonly erasure: {
    readonly who: VisitorId;
    readonly events: number;
    readonly keys: readonly string[];
    readonly searches: readonly { readonly query: string; readonly at: number }[];
  };
  /** `owners` are the keys of all merged visitors. */
  readonly merge: { readonly from: VisitorId; readonly into: string; readonly owners: readonly string[] };
  readonly settings: StoredSettings;
  readonly rules: StoredRules;
  /** Changes of several stores that apply in one step; null for an unchanged store. */
  readonly configuration: {
    readonly settings: StoredSettings | null;
    readonly rules: StoredRules | null;
  } & { readonly [K in VersionedKind | 'drafts']: readonly ResourceChange<Resources[K]>[] };
  readonly searches: { readonly changes: readonly SearchChange[]; readonly oldest: number | null };
  /** The number of new clicks, and the text model of the newest. */
  readonly choices: { readonly count: number; readonly model: string };
  /** The trained semantic weight is among the rows. */
  readonly weight: null;
  /** The trained ranking is among the rows. */
  readonly order: null;
  /** `model` is the image model of the features, or null. */
  readonly picture: {
    readonly job: PictureJob;
    readonly features: PictureEmbedding | null;
    readonly model: string | null;
  };
  /** The query mean is among the rows. */
  readonly queryMean: null;
  /** Pictures must be reviewed. */
  readonly pictures: null;
  readonly texts: readonly { readonly no: number; readonly hash: string; readonly before: string | null }[];
  readonly vectors: {
    readonly jobs: readonly TextEmbeddingJob[];
    /** By job: its vector, or a list of several or none. */
    readonly vectors: readonly (Float32Array | readonly Float32Array[])[];
    readonly model: string;
  };
  /** The state of attribution is among the rows. */
  readonly attribution: null;
  /** Rows without any in-memory state. */
  readonly rows: null;
  /** A change of the list of projects, keys, users, sessions or tasks. */
  readonly control: ControlChange;
}

export type ChangeKind = keyof SharedChanges;

export type SharedChange = {
  readonly [K in ChangeKind]: { readonly kind: K; readonly data: SharedChanges[K] };
}[ChangeKind];
