/** JSON as the browser writes it, also on pages whose scripts give arrays a `toJSON()` of their own, as Prototype.js 1.6 does. */
export function toJson(value: unknown): string {
  const prototype = Array.prototype as { toJSON?: unknown };
  const { toJSON } = prototype;
  delete prototype.toJSON;
  try {
    return JSON.stringify(value);
  } finally {
    if (toJSON !== undefined) prototype.toJSON = toJSON;
  }
}
