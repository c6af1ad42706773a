/**
 * Hides a `toJSON()` that the page gives all lists, as Prototype.js 1.6 does: a request would have their texts in place of the lists. Returns the
 * request.
 */
export function hideToJson<T>(request: T): T {
  if (typeof request !== 'object' || request === null || !('toJSON' in Array.prototype)) return request;
  if (Array.isArray(request)) Object.defineProperty(request, 'toJSON', { value: undefined });
  for (const value of Object.values(request)) hideToJson(value);
  return request;
}
