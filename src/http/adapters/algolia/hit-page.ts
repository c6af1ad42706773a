import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { ParameterReader } from './parameter-reader.ts';

const perPageDefault = 20;

/** Creates a page of the rules or synonyms whose JSON has a text, and which `accepts` accepts. @throws VitrineError invalid_request */
export function createPage(
  all: readonly JsonObject[],
  body: JsonObject,
  accepts: (hit: JsonObject, reader: ParameterReader) => boolean,
): JsonObject {
  const reader = new ParameterReader(body);
  const query = (reader.readText('query', limits.queryLengthMax) ?? '').toLowerCase();
  const perPage = reader.readInteger('hitsPerPage', {
    min: 1,
    max: limits.searchLimitMax,
    fallback: perPageDefault,
  });
  const page = reader.readInteger('page', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
  const found = all.filter(
    (hit) => accepts(hit, reader) && (query === '' || JSON.stringify(hit).toLowerCase().includes(query)),
  );
  return {
    hits: found.slice(page * perPage, (page + 1) * perPage),
    nbHits: found.length,
    page,
    nbPages: Math.ceil(found.length / perPage),
  };
}
