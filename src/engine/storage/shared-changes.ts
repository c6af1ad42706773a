import type { ShopEvent } from '../../ports/events.ts';
import type { ApiKey, ConsoleAccount, ConsoleSession, Project, Task } from '../../ports/projects.ts';
import type { StoredRules } from '../../ports/rules.ts';
import type { StoredSettings } from '../../ports/settings.ts';
import type { TextEmbeddingJob } from '../../ports/text-embeddings.ts';
import type { PictureJob } from '../../ports/pictures.ts';
import type { NumberedItem } from './applied-change.ts';
import type { VisitorId } from './event-rows.ts';

/** Whose a session becomes with an event. */
export interface SessionJoin {
  readonly session: string;
  readonly user: string;
}

/** The last time that somebody finished a query, before a flush and after it; null: there is none. */
export interface SearchChange {
  readonly key: string;
  readonly query: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Ids of tasks are a project's own. */
export type TaskName = Pick<Task, 'project' | 'id'>;

export type ControlChange =
  | { readonly put: 'project'; readonly project: Project }
  /** Its deletion has begun: nobody uses it any more. `gone`: its id is free again. */
  | { readonly put: 'leaving' | 'gone'; readonly id: string }
  | { readonly put: 'key'; readonly key: ApiKey }
  /** Every session ends with it. */
  | { readonly put: 'account'; readonly account: ConsoleAccount }
  | { readonly put: 'session'; readonly session: ConsoleSession }
  | { readonly put: 'signed-out'; readonly tokenHash: string }
  | { readonly put: 'task'; readonly task: Task; readonly gone: readonly TaskName[] };

/** What a picture is found by. `mean`, `probes`: once it is refined. */
export interface PictureEmbedding {
  readonly feature: Float32Array;
  readonly mean?: Float32Array | null;
  readonly probes?: Float32Array | null;
}

/**
 * What a write changes in memory, by its kind, as it is told to other processes that share the log: they put the same rows into
 * their databases, and are to show the same. Plain data, so that it can be sent.
 */
export interface SharedChanges {
  /** In order; `after` null: deleted. */
  readonly items: readonly {
    readonly no: number;
    readonly id: string;
    readonly after: NumberedItem | null;
    readonly pictures: readonly string[];
  }[];
  readonly events: readonly {
    readonly event: ShopEvent;
    readonly joins: SessionJoin | null;
    /** Of the event in the log: everything up to it is counted with it. */
    readonly revision: number;
  }[];
  readonly erasure: {
    readonly who: VisitorId;
    readonly events: number;
    readonly keys: readonly string[];
    readonly searches: readonly { readonly query: string; readonly at: number }[];
  };
  /** `owners`: keys of those who came along. */
  readonly merge: { readonly from: VisitorId; readonly into: string; readonly owners: readonly string[] };
  readonly settings: StoredSettings;
  readonly rules: StoredRules;
  readonly searches: { readonly changes: readonly SearchChange[]; readonly oldest: number | null };
  /** So many more, the newest made with this text model. */
  readonly choices: { readonly count: number; readonly model: string };
  /** The weight of the meaning that was learnt is among the rows. */
  readonly weight: null;
  /** The order that was learnt is among the rows. */
  readonly order: null;
  /** Made with this model; null: with none. */
  readonly picture: {
    readonly job: PictureJob;
    readonly features: PictureEmbedding | null;
    readonly model: string | null;
  };
  /** What photos have in common is among the rows. */
  readonly queryMean: null;
  /** Pictures are to be looked at again. */
  readonly pictures: null;
  readonly texts: readonly { readonly no: number; readonly hash: string; readonly before: string | null }[];
  readonly vectors: {
    readonly jobs: readonly TextEmbeddingJob[];
    readonly vectors: readonly Float32Array[];
    readonly model: string;
  };
  /** Rows that nothing in memory follows. */
  readonly rows: null;
  /** Of the list of projects, and what goes with it. */
  readonly control: ControlChange;
}

export type ChangeKind = keyof SharedChanges;

export type SharedChange = {
  readonly [K in ChangeKind]: { readonly kind: K; readonly data: SharedChanges[K] };
}[ChangeKind];
