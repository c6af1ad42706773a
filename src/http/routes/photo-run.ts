import type { ProjectEngine } from '../../ports/engine.ts';
import { listAssignmentNames } from '../../domain/experiments/arm-view.ts';
import { createImpression } from '../../domain/feedback/shown-impression.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import {
  searchByPhoto,
  type PhotoEncoder,
  type PhotoSearchResult,
} from '../../domain/search/execution/photo-search.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import { listConditionTexts } from '../../domain/query/condition-texts.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { HitVariants, TextQuery } from '../../ports/search/text.ts';
import type { Crop, ImageEncoder } from '../../ports/pictures/vision.ts';
import { formatClientName, identifyClient } from '../access/client.ts';
import { describeViewer } from '../access/viewer.ts';
import { createRuleOptions } from './rule-parameters.ts';
import type { SearchCall, SearchValues } from './search-run.ts';

/** The parts of the service that photo searches need. */
export interface PhotoParts {
  /** The encoders, the one of the target model first. */
  readonly encoders: readonly (PhotoEncoder & Pick<ImageEncoder, 'status'>)[];
  readonly queryEmbeddings: QueryEmbeddings;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Runs photo searches of requests, and records those of shoppers. */
export function createPhotoRunner({
  clock,
  ids,
  ...parts
}: PhotoParts): (
  call: SearchCall<ProjectEngine>,
  query: TextQuery,
  photo: { readonly bytes: Uint8Array; readonly crop: Crop | null },
  values: Omit<SearchValues, 'understanding' | 'asWords' | 'personalize' | 'collection'>,
) => Promise<{ readonly searchId: string; readonly found: PhotoSearchResult }> {
  return async (call, query, photo, values) => {
    const { restrictions } = call;
    const client = formatClientName(identifyClient(call, values));
    const options = { ...createRuleOptions(values, call, clock.now()), restrictions };
    const result = await searchByPhoto(call.project, parts, { ...photo, client }, query, options);
    const at = clock.now();
    const searchId = ids.next(at);
    if (query.limit > 0 && call.key?.id !== consoleKeyId && values.draft === null) {
      const impression = createImpression(describeViewer(call, values), {
        id: searchId,
        at,
        kind: 'photo',
        query: query.text,
        filters: listConditionTexts(query.filter),
        offset: query.offset,
        rules: result.rules.acting,
        assignments: listAssignmentNames(call.assignment),
        total: result.total,
        items: result.hits.map(({ item }) => item.id),
      });
      call.project.impressionLog.record(impression);
      if (result.confidence !== 'out_of_catalog') {
        const { feature, model } = result;
        const { visitor } = impression;
        const itemIds = result.hits.flatMap(({ item, variants }) => [item.id, ...listOtherIds(variants)]);
        call.project.pictures.keepPhoto({ searchId, at, visitor, shown: itemIds, feature, model });
      }
    }
    return { searchId, found: result };
  };
}

function listOtherIds(variants: HitVariants | null): string[] {
  return variants?.others.map(({ id }) => id) ?? [];
}
