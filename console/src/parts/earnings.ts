import type { CurrencyFigures, RevenueFigures } from '@vitrine/sdk';
import { counted, money, share } from './formats.ts';

/** What a purchase is attributed to; shown where the two words are used. */
export const attributionText =
  'Direct: bought soon after a click in the search or list, by default within 24 hours. Assisted: later, by default within seven days. Each purchase counts once; returns are subtracted.';

/** The figures in a currency; zeros without any. */
export function figuresIn(
  { money: all }: Pick<RevenueFigures, 'money'>,
  currency: string | null,
): CurrencyFigures {
  return (
    all.find((one) => one.currency === currency) ?? {
      currency,
      orders: 0,
      units: 0,
      revenue: 0,
      assistedOrders: 0,
      assistedRevenue: 0,
      returned: 0,
      estimated: 0,
    }
  );
}

/** Direct and assisted revenue. */
export function allRevenue({ revenue, assistedRevenue }: CurrencyFigures): number {
  return revenue + assistedRevenue;
}

/** "€2,710.00 direct, €640.00 assisted", each currency, the project's first. */
function earningsText(figures: Pick<RevenueFigures, 'money'>, currency: string): string {
  const all = figures.money.length === 0 ? [figuresIn(figures, currency)] : figures.money;
  return all
    .map((one) => {
      const amount = (value: number): string => money(value, one.currency ?? '');
      return `${amount(one.revenue)} direct, ${amount(one.assistedRevenue)} assisted`;
    })
    .join('; ');
}

/** What a rule, placement or collection did in the last 30 days, in one line. `earnings`: by id; null: not loaded. */
export function earningsLine(
  earnings: ReadonlyMap<string, RevenueFigures> | null,
  id: string,
  currency: string,
): string {
  // The line has its place before it is loaded, so that nothing moves.
  if (earnings === null) return 'Last 30 days: …';
  const figures = earnings.get(id);
  if (figures === undefined || figures.shown === 0) return 'Last 30 days: not shown.';
  const { shown, clickRate } = figures;
  const clicks = clickRate === null ? '' : `, click-through rate ${share(clickRate)}`;
  return `Last 30 days: shown ${counted(shown, 'time')}${clicks}, revenue ${earningsText(figures, currency)}.`;
}
