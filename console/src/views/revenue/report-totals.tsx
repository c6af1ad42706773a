import type { RevenueReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { allRevenue, figuresIn } from '../../parts/earnings.ts';
import { counted, money, share, shareChange } from '../../parts/formats.ts';

/** The whole period against the one before: all sales, and what of them came through searches and lists. */
export function ReportTotals({ report, currency }: { report: RevenueReport; currency: string }): ReactNode {
  const { totals } = report;
  const none = { orders: 0, revenue: 0, estimated: 0 };
  const sales = totals.sales.find((one) => one.currency === currency) ?? none;
  const salesBefore = totals.before.sales.find((one) => one.currency === currency) ?? none;
  const own = figuresIn(totals, currency);
  const ownBefore = figuresIn(totals.before, currency);
  const part = sales.revenue > 0 ? `, ${share(allRevenue(own) / sales.revenue)} of all sales` : '';
  return (
    <section className="panel" aria-label="Totals">
      <dl className="counts large report-totals">
        <Total
          name="All sales"
          value={money(sales.revenue, currency)}
          note={`${counted(sales.orders, 'order')}${estimatedText(sales.estimated, currency)}`}
          change={shareChange(salesBefore.revenue, sales.revenue)}
        />
        <Total
          name="Through searches and lists"
          value={money(allRevenue(own), currency)}
          note={`${money(own.revenue, currency)} direct, ${money(own.assistedRevenue, currency)} assisted${part}`}
          change={shareChange(allRevenue(ownBefore), allRevenue(own))}
        />
        {totals.sales
          .filter((one) => one.currency !== currency)
          .map((one) => (
            <Total
              key={one.currency}
              name={`All sales in ${one.currency ?? 'no currency'}`}
              value={money(one.revenue, one.currency ?? '')}
              note={`${counted(one.orders, 'order')}${estimatedText(one.estimated, one.currency ?? '')}`}
              change=""
            />
          ))}
      </dl>
    </section>
  );
}

function Total(options: { name: string; value: string; note: string; change: string }): ReactNode {
  const { name, value, note, change } = options;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className="before">
        {note}
        {change !== '' && <strong> {change} on the period before</strong>}
      </dd>
    </div>
  );
}

function estimatedText(amount: number, currency: string): string {
  return amount > 0 ? `, ${money(amount, currency)} of it estimated` : '';
}
