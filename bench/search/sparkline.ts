const levels = '▁▂▃▄▅▆▇█';

/** A sparkline of values over time, with the minimum, the maximum and the last value. */
export function sparkline(name: string, values: readonly number[]): string {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = (high - low) / (levels.length - 1) || 1;
  const drawn = values.map((value) => levels[Math.round((value - low) / step)]).join('');
  return `${name}: ${drawn} ${low.toFixed(1)} to ${high.toFixed(1)}, last ${(values.at(-1) ?? Number.NaN).toFixed(1)}`;
}
