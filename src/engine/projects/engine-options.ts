import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import type { SharedLogs } from '../../ports/cluster/shared-log.ts';
import type { TargetImageModel } from '../pictures/picture-models.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /**
   * The model whose features are compared, and their length. None is loaded if `model` is empty. It is awaited when a project is opened,
   * as a model takes a while to load.
   */
  readonly image: TargetImageModel | Promise<TargetImageModel>;
  /** Bytes of the items of a project that are cached. */
  readonly itemCacheBytesMax?: number;
  /** Kilobytes of the pages that the writing connection of a database caches. */
  readonly pageCacheKilobytes?: number;
  /** The number of newest events that a ranking is trained on; 0 or omitted disables training. */
  readonly learningEventsMax?: number;
  /** Common words of the supported languages. */
  readonly commonWords?: CommonWords;
  /** Resolves when the service answers requests; background work of a start begins then. Omitted: at once. */
  readonly listening?: Promise<void>;
  /** Receives errors of background work, which no request waits for. */
  readonly onError: (error: unknown) => void;
  /** The logs shared with other processes; omitted if this is the only process. */
  readonly shared?: SharedLogs;
  /**
   * A project that was unused for this long, in ms, is closed; omitted to keep all open. With shared logs,
   * only projects that other processes hold are closed: a holder must follow the writes of others.
   */
  readonly idleMs?: number;
  /** Which processes hold a project; omitted if all do. */
  readonly allocation?: ProjectAllocation;
  /** Time after which the local copy of a project that is closed and held by other processes is deleted, in ms. */
  readonly copyKeptMs?: number;
}
