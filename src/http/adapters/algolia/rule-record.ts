import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';

/** A rule of a request, whose members have the types that they must have. It has `enabled` and all its `conditions`. */
export interface RuleRecord extends JsonObject {
  readonly objectID: string;
  readonly consequence: JsonObject;
}

type Check = (value: Json) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isListWith =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Accepts an object whose members have their types, if they are present. */
const checkMembers =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, check]) => value[name] == null || check(value[name]));

const hasTypes = checkMembers({
  pattern: isText,
  anchoring: isText,
  context: isText,
  filters: isText,
  alternatives: isFlag,
});
const checkCondition: Check = (value) =>
  hasTypes(value) && ((value as JsonObject)['anchoring'] == null || (value as JsonObject)['pattern'] != null);

const members: Readonly<Record<string, readonly [check: Check, expected: string]>> = {
  description: [isText, 'a text'],
  enabled: [isFlag, 'true or false'],
  condition: [checkCondition, 'an object such as {"pattern": "sofa", "anchoring": "contains"}'],
  conditions: [
    isListWith(checkCondition),
    'a list of objects such as {"pattern": "sofa", "anchoring": "contains"}',
  ],
  validity: [
    isListWith(checkMembers({ from: isNumber, until: isNumber })),
    'a list of objects with `from` and `until` in seconds',
  ],
};

const consequenceMembers: typeof members = {
  params: [
    checkMembers({ filters: isText, renderingContent: isObject }),
    'an object with parameters of a search',
  ],
  promote: [
    (value) =>
      isListWith(checkMembers({ objectID: isText, objectIDs: isListWith(isText), position: isNumber }))(
        value,
      ) &&
      (value as JsonObject[]).every(
        ({ objectID, objectIDs, position }) => (objectID ?? objectIDs) != null && position != null,
      ),
    'a list of objects with `objectID` or `objectIDs`, and `position`',
  ],
  hide: [
    (value) =>
      isListWith(checkMembers({ objectID: isText }))(value) &&
      (value as JsonObject[]).every((one) => one['objectID'] != null),
    'a list of objects with `objectID`',
  ],
};

/**
 * A rule as a client sends it. A member of another type is refused: without a condition, a rule would apply to all searches. `id`
 * is the one in the path, or null if the record has it; `path` is the prefix of member names in errors.
 * @throws VitrineError invalid_request
 */
export function readRuleRecord(
  input: Json,
  { id, path }: { readonly id: string | null; readonly path: string },
): RuleRecord {
  const record = isObject(input) ? input : {};
  const objectID = id ?? record['objectID'];
  if (typeof objectID !== 'string' || objectID === '')
    throw createParameterError(`${path}objectID`, 'required', 'the id of the rule');
  const { consequence } = record;
  if (!isObject(consequence))
    throw createParameterError(`${path}consequence`, 'required', 'an object with the actions of the rule');
  check(record, members, path);
  check(consequence, consequenceMembers, `${path}consequence.`);
  const { condition: only, conditions, enabled, ...others } = record;
  const all = [...((conditions ?? []) as readonly Json[]), ...(only == null ? [] : [only])];
  return { ...others, objectID, enabled: enabled ?? true, conditions: all, consequence };
}

function check(record: JsonObject, known: typeof members, path: string): void {
  for (const [name, [isOfType, expected]] of Object.entries(known)) {
    const value = record[name];
    if (value != null && !isOfType(value)) throw createParameterError(path + name, 'type', expected);
  }
}
