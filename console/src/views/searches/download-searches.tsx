import type { QueryFigures } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { csvCell } from '../../app/csv-cell.ts';
import { saveFile } from '../../app/save-file.ts';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { Icon } from '../../parts/icons.tsx';
import type { OrdersByQuery } from './count-orders.ts';

/** The most that the service lists. */
const queriesMax = 500;
const columns = [
  'query',
  'searches',
  'without results',
  'searches with a click',
  'click-through rate',
  'average click position',
  'orders',
];

/** Saves the most frequent queries of a period as CSV. */
export function DownloadSearches({
  project,
  from,
  orders,
}: {
  project: string;
  /** The first day, as the service takes it. */
  from: string;
  orders: OrdersByQuery;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const report = await service.analytics.searches(project, { from, limit: queriesMax });
      const lines = [columns, ...report.top.map((figures) => listCells(figures, orders))];
      const text = lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
      saveFile(`searches-${project}-${report.from}-${report.to}.csv`, `${text}\r\n`, 'text/csv');
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="button small" disabled={busy} onClick={() => void download()}>
      <Icon name="import" size={16} />
      Download CSV
    </button>
  );
}

function listCells(figures: QueryFigures, orders: OrdersByQuery): string[] {
  const { query, searches, withoutResults, clicked, clickShare, clickPosition } = figures;
  const numbers = [searches, withoutResults, clicked, clickShare, clickPosition, orders(query)];
  return [query, ...numbers.map((value) => (value === null ? '' : String(value)))];
}
