import { adminOperations, type AdminOperations } from './administration.ts';
import { analyticsOperations, type AnalyticsOperations } from './analytics.ts';
import { eventOperations, userOperations, type EventOperations, type UserOperations } from './events.ts';
import { itemOperations, type ItemOperations } from './items.ts';
import { recommendationOperations, type RecommendationOperations } from './recommendations.ts';
import { recommenderOperations, type RecommenderOperations } from './recommender.ts';
import { ruleOperations, type RuleOperations } from './rules.ts';
import { searchOperations, type SearchOperations } from './search.ts';
import { settingsOperations, type SettingsOperations } from './settings.ts';
import { createTransport, type ClientOptions, type RequestOptions } from './transport.ts';

/** Everything a service of Vitrine offers. Each method is one request; each may be given a signal and a timeout. */
export interface VitrineClient extends SearchOperations {
  readonly recommend: RecommendationOperations;
  readonly items: ItemOperations;
  readonly events: EventOperations;
  readonly users: UserOperations;
  readonly settings: SettingsOperations;
  readonly rules: RuleOperations;
  readonly recommender: RecommenderOperations;
  readonly analytics: AnalyticsOperations;
  readonly admin: AdminOperations;
  /** Whether the process lives, and its version. Needs no key. */
  health(options?: RequestOptions): Promise<{ readonly status: 'ok'; readonly version: string }>;
  /** The interface as an OpenAPI 3.1 document. Needs no key. */
  openapi(options?: RequestOptions): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * A client of the service at `url`. It holds no connection and no state: make one and keep it. Runs in browsers and in
 * Node 20.3 and newer, and depends on nothing.
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
    recommender: recommenderOperations(transport),
    analytics: analyticsOperations(transport),
    admin: adminOperations(transport),
    health: (request) => transport.json({ method: 'GET', path: '/health' }, request),
    openapi: (request) => transport.json({ method: 'GET', path: '/openapi.json' }, request),
  };
}
