import { listAssignmentNames } from '../../domain/experiments/arm-view.ts';
import { createImpression } from '../../domain/feedback/shown-impression.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import type { RecommendationList } from '../../domain/recommend/list-builder.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Assignment } from '../../ports/configuration/experiments.ts';
import type { Call } from '../operation.ts';
import { describeViewer } from '../access/viewer.ts';

/** A request for a list. */
export type RecordedCall = Pick<Call, 'key' | 'request' | 'origin'> & {
  readonly project: Pick<ProjectEngine, 'impressionLog'>;
  readonly assignment?: Assignment | null;
};

/** Records a list of recommendations that was shown to a shopper. Lists without items and those of the console are not recorded. */
export function recordList(
  call: RecordedCall,
  { filters, ...visitor }: Parameters<typeof describeViewer>[1] & { readonly filters: string | null },
  {
    entries,
    rules,
    ...shown
  }: Pick<RecommendationList, 'entries' | 'rules'> & {
    readonly id: string;
    readonly at: number;
    readonly list: string | null;
    readonly placement?: string;
    readonly about?: readonly string[];
    readonly category?: string | null;
  },
): void {
  if (entries.length === 0 || call.key?.id === consoleKeyId) return;
  const impression = createImpression(describeViewer(call, visitor), {
    ...shown,
    kind: 'list',
    filters: filters === null || filters.trim() === '' ? [] : [filters.trim()],
    rules: rules.acting,
    assignments: listAssignmentNames(call.assignment ?? null),
    items: entries.map(({ entry }) => entry.item.id),
  });
  call.project.impressionLog.record(impression);
}
