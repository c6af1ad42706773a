import type { StagingIndexes } from '../../../domain/catalog/staging-indexes.ts';
import { writeRawFields } from '../../../domain/catalog/item-fields.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import type { Call } from '../../operation.ts';
import type { WrittenIndex } from './index-name.ts';
import { checkRecord, planWrites, storeWrites, type RecordWrite } from './record-writes.ts';

export interface CheckedWrites {
  /** A staging index may be full, which is known only when it is written. */
  readonly isStaging: boolean;
  readonly store: () => Promise<void>;
}

/** Tells the client of a write that the index is no project, as its name may be mistyped. */
export function describeStaging({ opened, staging }: WrittenIndex): { readonly message?: string } {
  if (staging === null) return {};
  const { projectId } = opened;
  return {
    message: `${JSON.stringify(staging)} is no project, so it is a staging index of ${JSON.stringify(projectId)}: it cannot be searched, replaces the project when it is moved onto it, and is deleted after ${limits.algoliaStagingHoursMax} hours`,
  };
}

/**
 * Checks writes to an index in their order.
 * @throws VitrineError invalid_item with the place of the first invalid one: nothing is stored
 */
export async function checkWrites(
  { opened, staging }: WrittenIndex,
  writes: readonly RecordWrite[],
  { slices }: Pick<Call, 'slices'>,
  stagingIndexes: StagingIndexes,
): Promise<CheckedWrites> {
  const { project, restrictions } = opened;
  const settings = { ...project.settings.effective(), hidden: restrictions.privateFields };
  if (staging === null) {
    const changes = await planWrites(project.catalog, writes, settings, slices);
    return { isStaging: false, store: () => storeWrites(project.catalog, changes) };
  }
  for (const write of writes) {
    if (write.kind === 'change')
      throw new VitrineError(
        'invalid_request',
        `${write.record.path}: the staging index ${staging} takes whole records: change attributes after it was moved`,
      );
    if (write.kind === 'save') await checkRecord(write.record, settings, slices);
  }
  const staged = writes.map((write) => ({
    id: write.record.id,
    json: write.kind === 'save' ? writeRawFields(write.record.fields) : null,
  }));
  return { isStaging: true, store: () => stagingIndexes.append(project, staging, staged) };
}
