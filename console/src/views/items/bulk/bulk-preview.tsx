import type { ReactNode } from 'react';
import { count, counted } from '../../../parts/formats.ts';
import type { BulkChange, BulkPlan } from './bulk-change.ts';
import { TableFrame } from '../../../parts/table-frame.tsx';

const shownMax = 20;

/** What a change does, before it is made: how many items change, and the first of them. */
export function BulkPreview({ plan, change }: { plan: BulkPlan; change: BulkChange }): ReactNode {
  const { changes, unchanged, skipped } = plan;
  const shown = changes.slice(0, shownMax);
  const isDeletion = change.kind === 'delete';
  return (
    <>
      <p role="status">
        <strong>
          {counted(changes.length, 'item')} {isDeletion ? 'will be deleted' : 'will change'}
        </strong>
        {unchanged > 0 && ` · ${count(unchanged)} already have this value`}
        {skipped > 0 && ` · ${count(skipped)} have no number to change, or would fall below 0`}
      </p>
      {shown.length > 0 && (
        <TableFrame className="plain" label="Preview">
          <table className="bulk-preview">
            <thead>
              <tr>
                <th>Item</th>
                {!isDeletion && <th className="right">Before</th>}
                {!isDeletion && <th className="right">After</th>}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ item, before, after }) => (
                <tr key={item._id}>
                  <td>
                    {item.name} <span className="small faint">{item.id}</span>
                  </td>
                  {!isDeletion && (
                    <>
                      <td className="right num soft">{before}</td>
                      <td className="right num">
                        <strong>{after}</strong>
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {changes.length > shown.length && (
        <p className="small soft">and {counted(changes.length - shown.length, 'other item')}</p>
      )}
    </>
  );
}
