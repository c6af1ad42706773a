import type { StagingIndexes } from '../../../domain/catalog/staging-indexes.ts';
import { objectText } from '../../../domain/catalog/item-fields.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Call } from '../../operation.ts';
import type { WrittenIndex } from './index-name.ts';
import { checkRecord, plannedWrites, storeWrites, type RecordWrite } from './record-writes.ts';

/** Stores writes that were checked. */
export type CheckedWrites = () => Promise<void>;

/**
 * Checks writes to an index in their order.
 * @throws VitrineError invalid_item with the place of the first invalid one: nothing is stored
 */
export async function checkedWrites(
  { opened, staging }: WrittenIndex,
  writes: readonly RecordWrite[],
  { slices }: Pick<Call<unknown, unknown>, 'slices'>,
  stagingIndexes: StagingIndexes,
): Promise<CheckedWrites> {
  const { project } = opened;
  const settings = project.settings.effective();
  if (staging === null) {
    const changes = await plannedWrites(project.catalog, writes, settings, slices);
    return () => storeWrites(project.catalog, changes);
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
    json: write.kind === 'save' ? objectText(write.record.fields) : null,
  }));
  return () => stagingIndexes.append(project, staging, staged);
}
