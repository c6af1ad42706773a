/** A short value in words; null for any other. */
export function describeValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.length > 80 ? null : value === '' ? 'nothing' : value;
  if (Array.isArray(value) && value.length <= 6 && value.every((one) => typeof one === 'string'))
    return value.length === 0 ? 'nothing' : value.join(', ');
  return null;
}
