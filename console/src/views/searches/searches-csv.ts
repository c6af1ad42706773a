import type { QueryFigures } from '@vitrine/sdk';
import { csvCell } from '../../app/csv-cell.ts';
import { service } from '../../app/service.ts';
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

/** The most frequent queries of a period as CSV. `from`: its first day, as the service takes it. */
export async function readSearchesCsv(
  project: string,
  from: string,
  orders: OrdersByQuery,
): Promise<{ readonly name: string; readonly text: string }> {
  const report = await service.analytics.searches(project, { from, limit: queriesMax });
  const lines = [columns, ...report.top.map((figures) => listCells(figures, orders))];
  const text = lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
  return { name: `searches-${project}-${report.from}-${report.to}.csv`, text: `${text}\r\n` };
}

function listCells(figures: QueryFigures, orders: OrdersByQuery): string[] {
  const { query, searches, withoutResults, clicked, clickShare, clickPosition } = figures;
  const numbers = [searches, withoutResults, clicked, clickShare, clickPosition, orders(query)];
  return [query, ...numbers.map((value) => (value === null ? '' : String(value)))];
}
