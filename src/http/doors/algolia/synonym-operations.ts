import { VitrineError } from '../../../ports/errors.ts';
import type { Json } from '../../../ports/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { ProjectSettings, SynonymRule } from '../../../ports/settings.ts';
import type { Call, OpenedProject, Operation } from '../../operation.ts';
import { json } from '../../reply.ts';
import { algoliaOperation } from './algolia-operation.ts';
import { changeProjectSettings, type ConfigurationOptions } from './changed-configuration.ts';
import { NamedIndexes } from './index-name.ts';
import { batchOf, pagedHits } from './paged-hits.ts';
import { ParameterReader } from './parameter-reader.ts';
import { readJsonBody, readRequestBody } from './request-body.ts';
import { shownSynonym, synonymId, translatedSynonym } from './synonym-translation.ts';
import { urlParameters } from './url-parameters.ts';

type SynonymCall = Call<unknown, unknown>;

const shared = { tag: 'Settings', scope: 'settings' } as const;
const path = '/1/indexes/{index}/synonyms';

/** Synonyms of Algolia's clients. */
export function algoliaSynonymOperations(options: ConfigurationOptions): Operation[] {
  const now = (): string => new Date(options.clock.now()).toISOString();
  const opened = async (call: SynonymCall): Promise<OpenedProject> =>
    (await new NamedIndexes(call).open(call.path['index'] ?? '', { session: null })).opened;
  const change = async (
    call: SynonymCall,
    edit: (known: readonly SynonymRule[]) => readonly SynonymRule[],
  ): Promise<number> => {
    const project = await opened(call);
    const changes = ({ search }: ProjectSettings) => ({
      search: { synonyms: edit(search.synonyms) as unknown as Json },
    });
    return changeProjectSettings({ opened: project, key: call.key }, changes, options);
  };
  const idOf = ({ path: { id = '' } }: SynonymCall): string => id;

  return [
    algoliaOperation({
      ...shared,
      id: 'algoliaSearchSynonyms',
      method: 'POST',
      path: `${path}/search`,
      summary: 'A page of synonyms',
      handle: async (call) => {
        const { value } = await readRequestBody(call);
        const { project } = await opened(call);
        const all = project.settings.effective().search.synonyms.map(shownSynonym);
        return json(
          200,
          pagedHits(all, value, ({ type }, reader) => {
            const wanted = reader.text('type', 100)?.toLowerCase().split(',') ?? null;
            return wanted === null || (typeof type === 'string' && wanted.includes(type.toLowerCase()));
          }),
        );
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaSynonym',
      method: 'GET',
      path: `${path}/{id}`,
      summary: 'Synonyms by their id',
      handle: async (call) => {
        const { project } = await opened(call);
        const found = project.settings
          .effective()
          .search.synonyms.find((one) => synonymId(one) === idOf(call));
        if (found === undefined) throw new VitrineError('not_found', 'Synonym set does not exist');
        return json(200, shownSynonym(found));
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaSaveSynonym',
      method: 'PUT',
      path: `${path}/{id}`,
      summary: 'Create or replace synonyms',
      handle: async (call) => {
        const saved = translatedSynonym((await readRequestBody(call)).value, idOf(call), '');
        const taskID = await change(call, (known) => withSaved(known, [saved]));
        return json(200, { taskID, updatedAt: now(), id: idOf(call) });
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaSaveSynonyms',
      method: 'POST',
      path: `${path}/batch`,
      summary: 'Create or replace several synonyms',
      handle: async (call) => {
        const sent = batchOf(await readJsonBody(call), limits.synonymRulesMax);
        const saved = sent.map((one, i) => translatedSynonym(one as Json, null, `[${i}].`));
        const isReplacing = new ParameterReader(urlParameters(call)).flag('replaceExistingSynonyms', false);
        const taskID = await change(call, (known) => withSaved(isReplacing ? [] : known, saved));
        return json(200, { taskID, updatedAt: now() });
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaDeleteSynonym',
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Delete synonyms',
      handle: async (call) => {
        const taskID = await change(call, (known) => known.filter((one) => synonymId(one) !== idOf(call)));
        return json(200, { taskID, deletedAt: now() });
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaClearSynonyms',
      method: 'POST',
      path: `${path}/clear`,
      summary: 'Delete all synonyms',
      handle: async (call) => json(200, { taskID: await change(call, () => []), updatedAt: now() }),
    }),
  ];
}

/** Saved ones take the places of those with their ids; the last of an id counts. */
function withSaved(known: readonly SynonymRule[], saved: readonly SynonymRule[]): SynonymRule[] {
  const byId = new Map(known.map((one) => [synonymId(one), one]));
  for (const one of saved) byId.set(synonymId(one), one);
  return [...byId.values()];
}
