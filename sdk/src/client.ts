import { adminOperations, type AdminOperations } from './administration.ts';
import { alertOperations, type AlertOperations } from './alerts.ts';
import { feedOperations, type FeedOperations } from './feeds.ts';
import { analyticsOperations, type AnalyticsOperations } from './analytics.ts';
import type { HealthReply } from './contract.ts';
import { eventOperations, userOperations, type EventOperations, type UserOperations } from './events.ts';
import { itemOperations, type ItemOperations } from './items.ts';
import { placementOperations, type PlacementOperations } from './placements.ts';
import { recommendationOperations, type RecommendationOperations } from './recommendations.ts';
import { recommenderOperations, type RecommenderOperations } from './recommender.ts';
import { collectionOperations, type CollectionOperations } from './collections.ts';
import { savedViewOperations, type SavedViewOperations } from './saved-views.ts';
import { ruleOperations, type RuleOperations } from './rules.ts';
import { searchOperations, type SearchOperations } from './search.ts';
import { settingsOperations, type SettingsOperations } from './settings.ts';
import { draftOperations, type DraftOperations } from './drafts.ts';
import { experimentOperations, type ExperimentOperations } from './experiments.ts';
import { versionOperations, type VersionOperations } from './versions.ts';
import { createTransport, type ClientOptions, type RequestOptions } from './transport.ts';

/** All operations of the service. Each method is one request and accepts a signal and a timeout. */
export interface VitrineClient extends SearchOperations {
  readonly recommend: RecommendationOperations;
  readonly items: ItemOperations;
  readonly events: EventOperations;
  readonly users: UserOperations;
  readonly settings: SettingsOperations;
  readonly rules: RuleOperations;
  readonly collections: CollectionOperations;
  readonly placements: PlacementOperations;
  readonly drafts: DraftOperations;
  readonly versions: VersionOperations;
  readonly experiments: ExperimentOperations;
  readonly recommender: RecommenderOperations;
  readonly analytics: AnalyticsOperations;
  readonly alerts: AlertOperations;
  readonly feeds: FeedOperations;
  readonly views: SavedViewOperations;
  readonly admin: AdminOperations;
  /** Status and version of the service. Requires no key. */
  health(options?: RequestOptions): Promise<HealthReply>;
  /** The API as an OpenAPI 3.1 document. Requires no key. */
  openapi(options?: RequestOptions): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Creates a client of the service at `url`. It has no connection and no state, so one client can be shared. Runs in browsers
 * and in Node 20.3 or newer, without dependencies.
 *
 * @example
 * ```ts
 * const vitrine = createClient({ url: 'http://127.0.0.1:4700', key: process.env.VITRINE_KEY });
 * const { items } = await vitrine.search('shop', { q: 'oak chair' }, { signal: AbortSignal.timeout(500) });
 * ```
 */
export function createClient(options: ClientOptions): VitrineClient {
  const transport = createTransport(options);
  return {
    ...searchOperations(transport),
    recommend: recommendationOperations(transport),
    items: itemOperations(transport),
    events: eventOperations(transport),
    users: userOperations(transport),
    settings: settingsOperations(transport),
    rules: ruleOperations(transport),
    collections: collectionOperations(transport),
    placements: placementOperations(transport),
    drafts: draftOperations(transport),
    versions: versionOperations(transport),
    experiments: experimentOperations(transport),
    recommender: recommenderOperations(transport),
    analytics: analyticsOperations(transport),
    alerts: alertOperations(transport),
    feeds: feedOperations(transport),
    views: savedViewOperations(transport),
    admin: adminOperations(transport),
    health: (request) => transport.json({ method: 'GET', path: '/health' }, request),
    openapi: (request) => transport.json({ method: 'GET', path: '/openapi.json' }, request),
  };
}
