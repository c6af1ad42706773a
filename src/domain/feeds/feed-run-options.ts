import type { ProjectStore } from '../../ports/access/projects.ts';
import type { FeedSource } from '../../ports/catalog/feeds.ts';
import type { ShopClient } from '../../ports/catalog/shops.ts';
import type { Clock } from '../../lib/clock.ts';
import type { BulkThrottle } from '../catalog/import.ts';

export interface FeedRunOptions {
  readonly store: ProjectStore;
  readonly source: FeedSource;
  readonly shops: ShopClient;
  readonly clock: Clock;
  readonly traffic: BulkThrottle;
  readonly signal: AbortSignal;
}
