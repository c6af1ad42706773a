import type { Warning } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { isObject } from '../contract/object-fields.ts';

/** Facts about the page and the visitor of a request: members with their values, in lower case. */
export type RequestContext = ReadonlyMap<string, readonly string[]>;

export const emptyContext: RequestContext = new Map();

/**
 * Reads the `context` of a request: an object, in a URL as JSON. Members with other values than texts, numbers and booleans,
 * or lists of them, are ignored; anything else is ignored with a warning.
 */
export function readContext(value: unknown, warnings: Warning[]): RequestContext {
  if (value === undefined || value === null || value === '') return emptyContext;
  const object = typeof value === 'string' ? parseObject(value) : value;
  if (!isObject(object)) {
    warnings.push(
      createIgnoredWarning(
        'context was ignored: rules compare the members of an object, such as {"page": "home"}',
      ),
    );
    return emptyContext;
  }
  const entries = Object.entries(object);
  if (entries.length > limits.contextMembersMax)
    warnings.push(
      createIgnoredWarning(`context was used without its members after the ${limits.contextMembersMax}th`),
    );
  const context = new Map<string, readonly string[]>();
  for (const [name, value] of entries.slice(0, limits.contextMembersMax)) {
    const values = (Array.isArray(value) ? value : [value]).flatMap(listComparableTexts);
    if (values.length > 0) context.set(name, values.slice(0, limits.ruleContextValuesMax));
  }
  return context;
}

/** A context with a member that the service knows, whatever the request says of it. */
export function addToContext(context: RequestContext, name: string, value: string): RequestContext {
  return new Map(context).set(name, [normalizeText(value)]);
}

/** The context of a placement: the service names the placement, whatever the request says. */
export function addPlacement(
  context: RequestContext,
  placement: string,
  warnings: Warning[],
): RequestContext {
  const placementValues = context.get('placement');
  if (
    placementValues !== undefined &&
    (placementValues.length > 1 || placementValues[0] !== normalizeText(placement))
  ) {
    const detail = `context.placement was ignored: it is ${JSON.stringify(placement)}, as in the URL`;
    warnings.push({ code: 'context_ignored', path: 'context.placement', detail });
  }
  return addToContext(context, 'placement', placement);
}

/** A value of a context as rules compare it. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function listComparableTexts(value: Json): string[] {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isScalar) return [];
  const text = String(value);
  return text.length > limits.contextTextLengthMax ? [] : [normalizeText(text)];
}

function createIgnoredWarning(detail: string): Warning {
  return { code: 'context_ignored', path: 'context', detail };
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
