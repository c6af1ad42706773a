import { Fault } from '../../../domain/contract/fields.ts';
import { changeRules } from '../../../domain/rules/change-rules.ts';
import { ruleList } from '../../../domain/rules/rule-fields.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Json, JsonObject } from '../../../ports/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { Rule } from '../../../ports/rules.ts';
import { authorshipOf } from '../../author.ts';
import type { Call, OpenedProject, Operation } from '../../operation.ts';
import { json } from '../../reply.ts';
import { algoliaOperation } from './algolia-operation.ts';
import type { ConfigurationOptions } from './changed-configuration.ts';
import { NamedIndexes } from './index-name.ts';
import { batchOf, pagedHits } from './paged-hits.ts';
import { ParameterReader } from './parameter-reader.ts';
import { ReceivedShop } from './received-shop.ts';
import { readJsonBody, readRequestBody } from './request-body.ts';
import { shownRule, translatedRule } from './rule-translation.ts';
import { urlParameters } from './url-parameters.ts';

type RuleCall = Call<unknown, unknown>;

const shared = { tag: 'Settings', scope: 'settings' } as const;
const path = '/1/indexes/{index}/rules';

/** Rules of Algolia's clients. What has no counterpart is in the member `message` of the reply. */
export function algoliaRuleOperations({
  clock,
  taskIds,
}: Pick<ConfigurationOptions, 'clock' | 'taskIds'>): Operation[] {
  const now = (): string => new Date(clock.now()).toISOString();
  const opened = async (call: RuleCall): Promise<OpenedProject> =>
    (await new NamedIndexes(call).open(call.path['index'] ?? '', { session: null })).opened;
  const change = async (
    call: RuleCall,
    edit: (known: readonly Rule[]) => readonly Rule[],
  ): Promise<number> => {
    const { project } = await opened(call);
    await changeRules({
      store: project.rules,
      queryAnalyzer: project.text.queryAnalyzer,
      rules: (newest) => checkedRules(edit(newest)),
      ifVersion: null,
      by: authorshipOf(call.key),
    });
    return taskIds.done();
  };
  const idOf = ({ path: { id = '' } }: RuleCall): string => id;

  return [
    algoliaOperation({
      ...shared,
      id: 'algoliaSearchRules',
      method: 'POST',
      path: `${path}/search`,
      summary: 'A page of rules',
      handle: async (call) => {
        const { value } = await readRequestBody(call);
        const { project } = await opened(call);
        return json(200, pagedHits(project.rules.current().rules.map(shownRule), value, acceptsRule));
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaRule',
      method: 'GET',
      path: `${path}/{id}`,
      summary: 'A rule by its id',
      handle: async (call) => {
        const { project } = await opened(call);
        const found = project.rules.current().rules.find(({ id }) => id === idOf(call));
        if (found === undefined) throw new VitrineError('not_found', 'ObjectID does not exist');
        return json(200, shownRule(found));
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaSaveRule',
      method: 'PUT',
      path: `${path}/{id}`,
      summary: 'Create or replace a rule',
      handle: async (call) => {
        const shop = new ReceivedShop();
        const saved = translatedRule((await readRequestBody(call)).value, { id: idOf(call), path: '', shop });
        const taskID = await change(call, (known) => withSaved(known, [saved]));
        return json(200, { taskID, updatedAt: now(), objectID: saved.id, ...messageOf(shop) });
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaSaveRules',
      method: 'POST',
      path: `${path}/batch`,
      summary: 'Create or replace several rules',
      handle: async (call) => {
        const sent = batchOf(await readJsonBody(call), limits.rulesMax);
        const shop = new ReceivedShop();
        const saved = sent.map((one, i) => translatedRule(one as Json, { id: null, path: `[${i}].`, shop }));
        const isReplacing = new ParameterReader(urlParameters(call)).flag('clearExistingRules', false);
        const taskID = await change(call, (known) => withSaved(isReplacing ? [] : known, saved));
        return json(200, { taskID, updatedAt: now(), ...messageOf(shop) });
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaDeleteRule',
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Delete a rule',
      handle: async (call) => {
        const taskID = await change(call, (known) => known.filter(({ id }) => id !== idOf(call)));
        return json(200, { taskID, updatedAt: now() });
      },
    }),
    algoliaOperation({
      ...shared,
      id: 'algoliaClearRules',
      method: 'POST',
      path: `${path}/clear`,
      summary: 'Delete all rules',
      handle: async (call) => json(200, { taskID: await change(call, () => []), updatedAt: now() }),
    }),
  ];
}

/** @throws VitrineError invalid_request with the path of every error */
function checkedRules(rules: readonly Rule[]): readonly Rule[] {
  const read = ruleList.read(rules, 'rules');
  if (!(read instanceof Fault)) return read;
  throw new VitrineError('invalid_request', read.errors[0]?.detail ?? 'The rules are not valid', {
    errors: read.errors,
  });
}

/** Saved ones take the places of those with their ids; the last of an id counts. */
function withSaved(known: readonly Rule[], saved: readonly Rule[]): Rule[] {
  const byId = new Map(known.map((one) => [one.id, one]));
  for (const one of saved) byId.set(one.id, one);
  return [...byId.values()];
}

function acceptsRule({ enabled, conditions }: JsonObject, reader: ParameterReader): boolean {
  const [anchoring, context] = [
    reader.text('anchoring', 20),
    reader.text('context', limits.contextTextLengthMax),
  ];
  const all = conditions as readonly JsonObject[];
  return (
    (reader.value('enabled') === null || reader.flag('enabled', true) === enabled) &&
    (anchoring === null || all.some((one) => one['anchoring'] === anchoring)) &&
    (context === null || all.some((one) => one['context'] === context))
  );
}

function messageOf(shop: ReceivedShop): JsonObject {
  const message = shop.message();
  return message === null ? {} : { message };
}
