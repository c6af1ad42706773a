import { findActiveCollection } from '../../domain/collections/active-collection.ts';
import { listAssignmentNames, formatUnit } from '../../domain/experiments/arm-view.ts';
import { searchInterleaved } from '../../domain/experiments/interleaved-search.ts';
import { normaliseQuery } from '../../domain/feedback/query-settling.ts';
import type { SearchRecorder } from '../../domain/feedback/search-tracker.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import { search, type SearchResult } from '../../domain/search/execution/search.ts';
import type { UnderstandingOptions } from '../../domain/search/planning/query-plan.ts';
import { listConditionTexts } from '../../domain/query/condition-texts.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { RequestView, ServedProject } from '../../ports/engine.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { formatClientName, identifyClient, findVisitorNetwork } from '../access/client.ts';
import type { Call } from '../operation.ts';
import { createRuleOptions } from './rule-parameters.ts';
import type { ArmCall } from '../access/call-view.ts';
import { describeViewer } from '../access/viewer.ts';

/** The parts of a request that a search needs. */
export type SearchCall<P extends ServedProject = ServedProject> = Pick<
  ArmCall<Call<P>>,
  'project' | 'projectId' | 'key' | 'request' | 'restrictions' | 'warnings' | 'assignment' | 'interleavedWith'
>;

/** The parameters of a search besides the query. */
export type SearchValues = Readonly<Record<'user' | 'session' | 'address', string | null>> &
  UnderstandingOptions &
  Parameters<typeof createRuleOptions>[0] & {
    readonly personalize: boolean;
    readonly collection: string | null;
    readonly draft: string | null;
    /** True by default. */
    readonly isRecorded?: boolean;
  };

/** A result with the id under which it is recorded. */
export interface FoundSearch {
  readonly searchId: string;
  readonly result: SearchResult;
  readonly tookMs: number;
}

/** Runs searches of requests under the experiments of their project, and records those of shoppers. */
export function searchRunner<P extends ServedProject>({
  clock,
  ids,
  queryEmbeddings,
  searchTracker,
}: {
  clock: Clock;
  ids: IdSource;
  queryEmbeddings: QueryEmbeddings;
  searchTracker: SearchRecorder<RequestView<P>>;
}): (call: SearchCall<P>, query: TextQuery, values: SearchValues) => Promise<FoundSearch> {
  return async (call, query, values) => {
    const { project, projectId, restrictions } = call;
    const { address, understanding, asWords } = values;
    const at = clock.now();
    const started = performance.now();
    const client = formatClientName(identifyClient(call, values));
    const searchView = (view: typeof project, armQuery: TextQuery): Promise<SearchResult> =>
      search(view, queryEmbeddings, armQuery, {
        ...createRuleOptions(values, call, at),
        restrictions,
        collection: findActiveCollection(view, values.collection, at),
        client,
        personalize: values.personalize,
        understanding,
        asWords,
      });
    const { assignment, interleavedWith } = call;
    const { result, teams } =
      assignment === null || interleavedWith === null || query.sort.length > 0
        ? { result: await searchView(project, query), teams: '' }
        : await searchInterleaved(
            project.experimentArms,
            (arm, armQuery) => searchView(arm === 'control' ? project : interleavedWith, armQuery),
            query,
            {
              seed: `${formatUnit(values)} ${normaliseQuery(query.text)}`,
              groupBy: project.settings.effective().search.groupBy,
            },
          );
    const shownAt = clock.now();
    const searchId = ids.next(shownAt);
    // Requests for counts only, with drafts, or by the console are not searches of shoppers.
    const isShopperSearch =
      query.limit > 0 &&
      call.key?.id !== consoleKeyId &&
      values.draft === null &&
      values.isRecorded !== false;
    if (isShopperSearch) {
      const recorded = {
        searchId,
        at: shownAt,
        query: query.text,
        filters: listConditionTexts(query.filter),
        isSorted: query.sort.length > 0,
        offset: query.offset,
        viewer: describeViewer(call, values),
        address: findVisitorNetwork(call, address),
        assignments: listAssignmentNames(assignment),
        teams,
      };
      searchTracker.recordSearch(projectId, project, recorded, result);
    }
    return { searchId, result, tookMs: performance.now() - started };
  };
}
