import type { FeedRunner } from '../domain/feeds/feed-runner.ts';
import type { WebhookClient } from '../ports/operation/alerts.ts';
import type { Engine, ProjectEngine } from '../ports/engine.ts';
import type { IdentityProvider, ProviderConfig } from '../ports/access/identity-provider.ts';
import type { ImageEncoder, PictureSource } from '../ports/pictures/vision.ts';
import type { Clock } from '../lib/clock.ts';
import { jsonLines } from '../lib/json-lines.ts';
import type { IdSource } from '../lib/random-id.ts';
import type { ConsoleAccess } from '../domain/projects/console-access.ts';
import type { PictureTimings } from '../domain/catalog/picture-timings.ts';
import type { QueryEmbeddings } from '../domain/search/execution/query-embeddings.ts';
import { suggest } from '../domain/search/execution/suggest.ts';
import type { SearchTracker } from '../domain/feedback/search-tracker.ts';
import { MatchingTasks } from '../domain/catalog/matching-tasks.ts';
import { TeamAdministration } from '../domain/team/team-administration.ts';
import { algoliaEventOperations } from './adapters/algolia/event-operations.ts';
import { algoliaKeyOperations } from './adapters/algolia/key-operations.ts';
import { algoliaRecordOperations } from './adapters/algolia/record-operations.ts';
import { algoliaRecommendOperations } from './adapters/algolia/recommend-operations.ts';
import { algoliaRuleOperations } from './adapters/algolia/rule-operations.ts';
import { algoliaSettingsOperations } from './adapters/algolia/settings-operations.ts';
import { algoliaSynonymOperations } from './adapters/algolia/synonym-operations.ts';
import { TaskIds } from './adapters/algolia/task-ids.ts';
import { algoliaWriteOperations } from './adapters/algolia/write-operations.ts';
import { algoliaSearchOperations, unknownAlgoliaOperations } from './adapters/algolia/search-operations.ts';
import type { HolderForwarder } from './forwarding/holder-forwarder.ts';
import type { Metrics } from './observability/metrics.ts';
import { mcpOperations } from './adapters/agents/mcp-operations.ts';
import { productFeedOperations } from './adapters/agents/feed-operations.ts';
import { ucpOperations } from './adapters/agents/ucp-operations.ts';
import type { ServiceAddresses } from './adapters/agents/service-addresses.ts';
import { openapi } from './openapi.ts';
import type { Operation } from './operation.ts';
import type { Readiness } from './observability/readiness.ts';
import { alertOperations } from './routes/alerts.ts';
import { auditLogOperations } from './routes/audit-log.ts';
import { analyticsOperations } from './routes/analytics.ts';
import { backupOperations, type ServiceBackups } from './routes/backups.ts';
import { administrationOperations } from './routes/administration.ts';
import { eventOperations } from './routes/events.ts';
import { feedOperations } from './routes/feeds.ts';
import { healthOperations } from './routes/health.ts';
import { historyOperation } from './routes/history.ts';
import { correctionOperations } from './routes/learned-corrections.ts';
import { matchingWriteOperations } from './routes/matching-writes.ts';
import { itemOperations } from './routes/items.ts';
import { keyOperations } from './routes/keys.ts';
import { photoSearchOperations } from './routes/photo-search.ts';
import { placementOperations } from './routes/placements.ts';
import { recommendationOperations } from './routes/recommendations.ts';
import { recommenderOperations } from './routes/recommender.ts';
import { collectionOperations } from './routes/collections.ts';
import { ruleOperations } from './routes/rules.ts';
import { facetValueOperations } from './routes/facet-values.ts';
import { searchOperations, suggestOperation } from './routes/search.ts';
import { providerSignInOperations } from './routes/provider-sign-in.ts';
import { sessionOperations } from './routes/sessions.ts';
import { settingsOperations } from './routes/settings.ts';
import { synonymPreviewOperation } from './routes/synonym-preview.ts';
import { draftOperations } from './routes/drafts.ts';
import { experimentOperations } from './routes/experiments.ts';
import { replayOperations } from './routes/replays.ts';
import { versionOperations } from './routes/versions.ts';
import { whyNotOperation } from './routes/why-not.ts';
import { teamOperations } from './routes/team.ts';
import { RunningReplacements } from './routes/running-replacements.ts';
import { transferOperations } from './routes/transfer.ts';
import type { RequestScheduler } from './overload/request-scheduler.ts';

export interface OperationDependencies {
  readonly engine: Engine;
  readonly access: ConsoleAccess;
  readonly metrics: Metrics;
  readonly encoders: readonly ImageEncoder[];
  readonly source: PictureSource;
  readonly webhookClient: WebhookClient;
  /** The identity provider of OpenID Connect, or null if none is configured. */
  readonly provider: { readonly config: ProviderConfig; readonly client: IdentityProvider } | null;
  readonly feeds: FeedRunner;
  readonly queryEmbeddings: QueryEmbeddings;
  readonly pictureTimings: PictureTimings;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly searchTracker: SearchTracker;
  readonly scheduler: RequestScheduler;
  /** Null if this process holds all projects. */
  readonly holderForwarder: HolderForwarder | null;
  readonly version: string;
  readonly secure: boolean;
  readonly addresses: ServiceAddresses;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly readiness: () => Promise<Readiness>;
  readonly backups: ServiceBackups;
  readonly backup: (name: string) => Promise<{ folder: string; files: number; bytes: number }>;
}

/** All operations, in the order of the reference. */
export function listOperations(parts: OperationDependencies): Operation[] {
  let document: string | null = null;
  const { store } = parts.engine;
  /** The service's own operations. */
  const listDescribedOperations = (): Operation[] =>
    operations.filter(({ protocol }) => protocol === undefined);
  const administration = new TeamAdministration({ ...parts, store, passwords: parts.access.passwords });
  const tasks = new MatchingTasks({ ...parts, store, traffic: parts.scheduler });
  const replacements = new RunningReplacements();
  const taskIds = new TaskIds(parts.clock);
  const operations: Operation[] = [
    ...recommendationOperations(parts),
    ...itemOperations(),
    ...matchingWriteOperations({ ...parts, tasks }),
    ...transferOperations({ ...parts, store, replacements }),
    historyOperation(parts),
    ...searchOperations<ProjectEngine>(parts),
    suggestOperation(parts),
    ...facetValueOperations(parts),
    whyNotOperation(parts),
    ...photoSearchOperations(parts),
    ...eventOperations(parts),
    ...settingsOperations({ ...parts, store }),
    synonymPreviewOperation(parts),
    ...correctionOperations(),
    ...recommenderOperations(parts),
    ...ruleOperations(parts),
    ...collectionOperations(parts),
    ...placementOperations(parts),
    ...draftOperations({ ...parts, store }),
    ...replayOperations(parts),
    ...experimentOperations({ ...parts, store }),
    ...versionOperations({ ...parts, store }),
    ...analyticsOperations({ ...parts, store }),
    ...alertOperations(parts),
    ...feedOperations(parts),
    ...sessionOperations({ ...parts, store, administration, operations: listDescribedOperations }),
    ...providerSignInOperations({ ...parts, store }),
    ...teamOperations({ ...parts, administration }),
    ...administrationOperations(parts),
    ...backupOperations(parts),
    ...auditLogOperations({ ...parts, store, operations: () => operations }),
    ...keyOperations({ ...parts, store }),
    ...healthOperations({
      ...parts,
      // Created on the first request, as most services never get one.
      openapi: () => (document ??= `${jsonLines(openapi(listDescribedOperations(), parts.version))}\n`),
    }),
    ...algoliaSearchOperations<ProjectEngine>({ ...parts, suggest }),
    ...algoliaKeyOperations({ ...parts, store }),
    ...algoliaRecordOperations(),
    ...algoliaRecommendOperations(parts),
    ...algoliaEventOperations(parts),
    ...algoliaWriteOperations({ ...parts, tasks, replacements, taskIds }),
    ...algoliaSettingsOperations({ ...parts, store, taskIds }),
    ...algoliaSynonymOperations({ ...parts, store, taskIds }),
    ...algoliaRuleOperations({ ...parts, taskIds }),
    ...unknownAlgoliaOperations(),
    ...ucpOperations({ ...parts, store }),
    ...productFeedOperations({ ...parts, store }),
    ...mcpOperations({ ...parts, store, operations: listDescribedOperations }),
  ];
  return operations;
}
