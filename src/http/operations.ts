import type { FeedRunner } from '../domain/feeds/feed-runner.ts';
import type { WebhookClient } from '../ports/operation/alerts.ts';
import type { Engine, ProjectEngine } from '../ports/engine.ts';
import type { IdentityProvider, ProviderConfig } from '../ports/access/identity-provider.ts';
import type { ImageEncoder, PictureSource } from '../ports/pictures/vision.ts';
import type { Clock } from '../lib/clock.ts';
import { formatJsonLines } from '../lib/json-lines.ts';
import type { IdSource } from '../lib/random-id.ts';
import type { ConsoleAccess } from '../domain/projects/console-access.ts';
import type { PictureTimings } from '../domain/catalog/picture-timings.ts';
import type { QueryEmbeddings } from '../domain/search/execution/query-embeddings.ts';
import { suggest } from '../domain/search/execution/suggest.ts';
import type { SearchTracker } from '../domain/feedback/search-tracker.ts';
import { MatchingTasks } from '../domain/catalog/matching-tasks.ts';
import { TeamAdministration } from '../domain/team/team-administration.ts';
import { createAlgoliaEventOperations } from './adapters/algolia/event-operations.ts';
import { createAlgoliaKeyOperations } from './adapters/algolia/key-operations.ts';
import { createAlgoliaRecordOperations } from './adapters/algolia/record-operations.ts';
import { createAlgoliaRecommendOperations } from './adapters/algolia/recommend-operations.ts';
import { createAlgoliaRuleOperations } from './adapters/algolia/rule-operations.ts';
import { createAlgoliaSettingsOperations } from './adapters/algolia/settings-operations.ts';
import { createAlgoliaSynonymOperations } from './adapters/algolia/synonym-operations.ts';
import { TaskIds } from './adapters/algolia/task-ids.ts';
import { createAlgoliaWriteOperations } from './adapters/algolia/write-operations.ts';
import {
  createAlgoliaSearchOperations,
  createUnknownAlgoliaOperations,
} from './adapters/algolia/search-operations.ts';
import type { HolderForwarder } from './forwarding/holder-forwarder.ts';
import type { Metrics } from './observability/metrics.ts';
import { createMcpOperations } from './adapters/agents/mcp-operations.ts';
import { createProductFeedOperations } from './adapters/agents/feed-operations.ts';
import { createUcpOperations } from './adapters/agents/ucp-operations.ts';
import type { ServiceAddresses } from './adapters/agents/service-addresses.ts';
import { createOpenApiDocument } from './openapi.ts';
import type { Operation } from './operation.ts';
import type { Readiness } from './observability/readiness.ts';
import { createAlertOperations } from './routes/alerts.ts';
import { createAuditLogOperations } from './routes/audit-log.ts';
import { createAnalyticsOperations } from './routes/analytics.ts';
import { createBackupOperations, type ServiceBackups } from './routes/backups.ts';
import { createAdministrationOperations } from './routes/administration.ts';
import { createEventOperations } from './routes/events.ts';
import { defineFrontOperation, definePageReportOperation } from './routes/front.ts';
import { createFeedOperations } from './routes/feeds.ts';
import { createHealthOperations } from './routes/health.ts';
import { defineHistoryOperation } from './routes/history.ts';
import { createCorrectionOperations } from './routes/learned-corrections.ts';
import { createMatchingWriteOperations } from './routes/matching-writes.ts';
import { createItemOperations } from './routes/items.ts';
import { defineFieldsOperation } from './routes/item-fields.ts';
import { createKeyOperations } from './routes/keys.ts';
import { createPhotoSearchOperations } from './routes/photo-search.ts';
import { createPlacementOperations } from './routes/placements.ts';
import { createRecommendationOperations } from './routes/recommendations.ts';
import { createRecommenderOperations } from './routes/recommender.ts';
import { createCollectionOperations } from './routes/collections.ts';
import { createSavedViewOperations } from './routes/saved-views.ts';
import { createRuleOperations } from './routes/rules.ts';
import { createFacetValueOperations } from './routes/facet-values.ts';
import { createSearchOperations, defineSuggestOperation } from './routes/search.ts';
import { createProviderSignInOperations } from './routes/provider-sign-in.ts';
import { createSessionOperations } from './routes/sessions.ts';
import { createSettingsOperations } from './routes/settings.ts';
import { defineSettingsPreviewOperation } from './routes/settings-preview.ts';
import { defineSynonymPreviewOperation } from './routes/synonym-preview.ts';
import { createDraftOperations } from './routes/drafts.ts';
import { createExperimentOperations } from './routes/experiments.ts';
import { createReplayOperations } from './routes/replays.ts';
import { createVersionOperations } from './routes/versions.ts';
import { defineWhyNotOperation } from './routes/why-not.ts';
import { createTeamOperations } from './routes/team.ts';
import { RunningReplacements } from './routes/running-replacements.ts';
import { createTransferOperations } from './routes/transfer.ts';
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
    ...createRecommendationOperations(parts),
    ...createItemOperations(),
    ...createMatchingWriteOperations({ ...parts, tasks }),
    ...createTransferOperations({ ...parts, store, replacements }),
    defineHistoryOperation(parts),
    ...createSearchOperations<ProjectEngine>(parts),
    defineSuggestOperation(parts),
    ...createFacetValueOperations(parts),
    defineWhyNotOperation(parts),
    ...createPhotoSearchOperations(parts),
    ...createEventOperations(parts),
    ...createSettingsOperations({ ...parts, store }),
    defineFrontOperation<ProjectEngine>(),
    definePageReportOperation(parts),
    defineSettingsPreviewOperation(parts),
    defineSynonymPreviewOperation(parts),
    ...createCorrectionOperations(),
    defineFieldsOperation(),
    ...createRecommenderOperations(parts),
    ...createRuleOperations(parts),
    ...createCollectionOperations(parts),
    ...createPlacementOperations(parts),
    ...createDraftOperations({ ...parts, store }),
    ...createReplayOperations(parts),
    ...createExperimentOperations({ ...parts, store }),
    ...createVersionOperations({ ...parts, store }),
    ...createAnalyticsOperations({ ...parts, store }),
    ...createAlertOperations(parts),
    ...createFeedOperations(parts),
    ...createSavedViewOperations(),
    ...createSessionOperations({ ...parts, store, administration, operations: listDescribedOperations }),
    ...createProviderSignInOperations({ ...parts, store }),
    ...createTeamOperations({ ...parts, administration }),
    ...createAdministrationOperations(parts),
    ...createBackupOperations(parts),
    ...createAuditLogOperations({ ...parts, store, operations: () => operations }),
    ...createKeyOperations({ ...parts, store }),
    ...createHealthOperations({
      ...parts,
      // Created on the first request, as most services never get one.
      openapi: () =>
        (document ??= `${formatJsonLines(createOpenApiDocument(listDescribedOperations(), parts.version))}\n`),
    }),
    ...createAlgoliaSearchOperations<ProjectEngine>({ ...parts, suggest }),
    ...createAlgoliaKeyOperations({ ...parts, store }),
    ...createAlgoliaRecordOperations(),
    ...createAlgoliaRecommendOperations(parts),
    ...createAlgoliaEventOperations(parts),
    ...createAlgoliaWriteOperations({ ...parts, tasks, replacements, taskIds }),
    ...createAlgoliaSettingsOperations({ ...parts, store, taskIds }),
    ...createAlgoliaSynonymOperations({ ...parts, store, taskIds }),
    ...createAlgoliaRuleOperations({ ...parts, taskIds }),
    ...createUnknownAlgoliaOperations(),
    ...createUcpOperations({ ...parts, store }),
    ...createProductFeedOperations({ ...parts, store }),
    ...createMcpOperations({ ...parts, store, operations: listDescribedOperations }),
  ];
  return operations;
}
