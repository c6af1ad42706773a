/** A price in the project's currency, in the browser's locale; null: the item has no price. */
export function money(amount: number | null, currency: string): string {
  if (amount === null) return 'No price';
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** An amount that is estimated: three digits at most, and no cents from 10 on, as €185. */
export function roughMoney(amount: number, currency: string): string {
  const rounded = Number(amount.toPrecision(3));
  if (rounded < 10) return money(rounded, currency);
  try {
    const format = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(undefined, format).format(rounded);
  } catch {
    return `${Math.round(rounded)} ${currency}`;
  }
}

const numbers = new Intl.NumberFormat();

export function count(value: number): string {
  return numbers.format(value);
}

const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A share from 0 to 1, formatted as a percentage. */
export function share(value: number): string {
  return shares.format(value);
}

/** "1 item", "1,204 items". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function time(at: number | string): string {
  return times.format(new Date(at));
}

export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  return size < 1_000_000 ? `${Math.round(size / 1_000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** "German" for `de`, within English sentences. */
export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    // It is no code, but whatever an item has.
    return code;
  }
}

/** With a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const shortNumbers = new Intl.NumberFormat(undefined, { notation: 'compact' });

/** As 1.2K, where there is little room. */
export function shortNumber(value: number): string {
  return shortNumbers.format(value);
}

/** An amount as €1.2K, where there is little room. */
export function shortMoney(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency, notation: 'compact' }).format(
      amount,
    );
  } catch {
    return shortNumber(amount);
  }
}

const changes = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const points = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** "+8.3%", relative to before; empty: before was nothing. */
export function shareChange(before: number, after: number): string {
  if (before <= 0) return '';
  return before === after ? 'no change' : changes.format((after - before) / before);
}

/** "+1.2 points": the difference of two shares. */
export function pointsChange(before: number, after: number): string {
  return before === after ? 'no change' : `${points.format((after - before) * 100)} points`;
}

/** How long something still takes: "about 40 seconds left". */
export function timeLeft(seconds: number): string {
  return seconds < 60
    ? `about ${counted(Math.ceil(seconds), 'second')} left`
    : `about ${counted(Math.ceil(seconds / 60), 'minute')} left`;
}
