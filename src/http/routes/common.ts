import type { ServedProject } from '../../ports/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import { selectVisibleFields } from '../../domain/access/visible-fields.ts';
import { parseFilter, type ValueLookup } from '../../domain/query/filter-grammar.ts';
import type { Call } from '../operation.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import type { PinnedCall } from '../access/call-view.ts';
import {
  defineIntegerParameter,
  defineRequiredTextParameter,
  defineTextParameter,
  defineTextListParameter,
  type Parameter,
} from '../requests/parameters.ts';

export const projectInPath = { project: { description: 'Project id.', component: 'ProjectInPath' } };
/** Access of an operation on the configuration of the project in the path. */
export const settingsAccess = {
  kind: 'key',
  scope: 'settings',
  project: { in: 'path', name: 'project' },
} as const;

export const taskIdParameter = defineTextParameter({
  description: 'Id for the task, to poll its progress during the upload.',
  lengthMax: 64,
  pattern: '^[A-Za-z0-9_-]+$',
});

/** The id that a request chose for a new task, or one of the service. @throws VitrineError invalid_request */
export function createTaskId(
  chosen: string | null,
  projectId: string,
  { ids, clock, store }: { ids: IdSource; clock: Clock; store: Pick<ProjectStore, 'task'> },
): string {
  const id = chosen ?? ids.next(clock.now());
  if (!/^[\w-]{1,64}$/.test(id) || store.task(projectId, id) !== null)
    throw createParameterError('task', 'format', 'a new id of letters, digits, "-" and "_"');
  return id;
}

export const projectInBody = defineRequiredTextParameter({
  description: 'Project id.',
  lengthMax: limits.projectIdLengthMax,
  aliases: ['index'],
});
export const projectAsIndex = defineRequiredTextParameter({
  description: 'Project id.',
  lengthMax: limits.projectIdLengthMax,
  aliases: ['project'],
});
export const optionalProject = defineTextParameter({
  description:
    'Project id. Optional for a key of exactly one project; otherwise its absence is 400 `project_required`.',
  lengthMax: limits.projectIdLengthMax,
  aliases: ['index'],
});
export const filters = defineTextParameter({
  description: 'Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`.',
  lengthMax: limits.filterLengthMax,
  lengthMin: 0,
  aliases: ['filter'],
  example: 'price:10 TO 50',
});
export const offset = defineIntegerParameter({
  description: 'Number of items to skip.',
  min: 0,
  max: limits.searchWindowMax,
  fallback: 0,
});

const fieldList = defineTextListParameter({
  description:
    'Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always includes `id` and the service’s fields (`_id`, `_score`, ...).',
  countMax: limits.fieldsMax,
  lengthMax: limits.fieldNameLengthMax,
});
/** Fields of an item in replies, or null for all. */
export const fields: Parameter<string[] | null> = {
  ...fieldList,
  fallback: null,
  read: (value, path) => {
    const list = fieldList.read(value, path);
    return Array.isArray(list) && list.includes('*') ? null : list;
  },
};

/** Context to parse a filter. */
export type FilterCall = Pick<PinnedCall<Call<ServedProject>>, 'project' | 'warnings' | 'restrictions'>;

/**
 * Parses the filter of a request at `now`, milliseconds since 1970. Unsatisfiable conditions are
 * rejected or give warnings.
 * @throws VitrineError invalid_filter
 */
export function readFilter(
  value: string | null,
  now: number,
  { project, warnings, restrictions }: FilterCall,
  about: ValueLookup | null = null,
): Filter | null {
  if (value === null || value.trim() === '') return null;
  return parseFilter(value, now, { items: selectVisibleFields(restrictions, project.text), warnings, about });
}

/** The header for conditional changes. */
export const ifMatchHeader = {
  component: 'IfMatch',
  name: 'if-match',
  in: 'header',
  description: 'The version to change, in quotes; if it is not the current one, the reply is 412.',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"?\\d{1,15}"?)$', examples: ['"3"'] },
};

/** Reads the version in `if-match`, or null if any version matches. @throws VitrineError invalid_request */
export function readIfMatch(header: string | undefined, expected: string): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(header)?.[1];
  if (version === undefined) throw createParameterError('if-match', 'format', `${expected}, in quotes`);
  return Number(version);
}
