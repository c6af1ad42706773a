import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { csvCell } from '../../../app/csv-cell.ts';
import { saveFile } from '../../../app/save-file.ts';
import { count, counted } from '../../../parts/formats.ts';
import { ErrorNote } from '../../../parts/states.tsx';
import type { BulkPlan } from './bulk-change.ts';
import type { ItemFailure, RunProgress } from './run-changes.ts';

const idsShownMax = 5;

/** What was done, and what was not, by reason. */
export function BulkReport({
  plan,
  progress,
  isStopped,
  onRetry,
  onClose,
}: {
  plan: BulkPlan;
  progress: RunProgress;
  isStopped: boolean;
  onRetry: (items: readonly Item[]) => void;
  onClose: () => void;
}): ReactNode {
  const { done, failures, error } = progress;
  const isDeletion = plan.changes[0]?.update === null;
  const left = plan.changes.length - done - failures.length;
  const reasons = byReason(failures);
  return (
    <>
      <p role="status">
        <strong>
          {counted(done, 'item')} {isDeletion ? 'deleted' : 'changed'}
        </strong>
        {failures.length > 0 && ` · ${count(failures.length)} not`}
        {left > 0 && ` · ${count(left)} ${isStopped ? 'left as they were' : 'not tried'}`}
      </p>
      {error !== null && <ErrorNote error={error} />}
      {failures.length > 0 && (
        <ul className="list">
          {[...reasons].map(([message, items]) => (
            <li key={message}>
              <div>
                <strong>{message}</strong>
                <div className="small soft">
                  {counted(items.length, 'item')}:{' '}
                  {items
                    .slice(0, idsShownMax)
                    .map(({ item }) => item.id)
                    .join(', ')}
                  {items.length > idsShownMax && ' …'}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="row end">
        {failures.length > 0 && (
          <>
            <button type="button" className="button" onClick={() => saveFailures(failures)}>
              Download the list
            </button>
            <button
              type="button"
              className="button"
              onClick={() => onRetry(failures.map(({ item }) => item))}
            >
              Try these again
            </button>
          </>
        )}
        <button type="button" className="button main" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

function byReason(failures: readonly ItemFailure[]): ReadonlyMap<string, readonly ItemFailure[]> {
  const reasons = new Map<string, ItemFailure[]>();
  for (const failure of failures) {
    const same = reasons.get(failure.message);
    if (same === undefined) reasons.set(failure.message, [failure]);
    else same.push(failure);
  }
  return reasons;
}

function saveFailures(failures: readonly ItemFailure[]): void {
  const lines = failures.map(({ item, message }) => [item.id, item.name, message].map(csvCell).join(','));
  saveFile('not-changed.csv', `${['id,name,reason', ...lines].join('\n')}\n`, 'text/csv');
}
