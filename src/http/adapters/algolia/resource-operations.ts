import { VitrineError } from '../../../ports/errors.ts';
import type { ProjectEngine } from '../../../ports/engine.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call, OpenedProject, Operation } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { NamedIndexes } from './index-name.ts';
import { createPage } from './hit-page.ts';
import { ParameterReader } from './parameter-reader.ts';
import { ReceivedShop } from './received-shop.ts';
import { readJsonBody, readRequestBody } from '../request-body.ts';
import { readUrlParameters } from './url-parameters.ts';

type ResourceCall = Call;

/** The position of a record in a request, and a collector of its parts without a counterpart. */
export interface RecordPlace {
  /** The id in the path, or null if the record has it. */
  readonly id: string | null;
  /** The prefix of the names of its members, for errors. */
  readonly path: string;
  readonly shop: ReceivedShop;
}

/** A record that a client saves. */
export interface SavedRecord<T> {
  readonly id: string;
  /** Merges the record into the stored one with its id. @throws VitrineError invalid_request */
  readonly mergeInto: (known: T | undefined) => T;
}

/** Records of the configuration of a project that clients change one by one. */
export interface AlgoliaResource<T> {
  /** The name in paths: `/1/indexes/{index}/rules`. */
  readonly name: string;
  /** The name in ids of operations: `Rule`. */
  readonly singularName: string;
  readonly countMax: number;
  /** The parameter of a batch that deletes all other records. */
  readonly replacing: string;
  readonly notFound: string;
  readonly current: (project: ProjectEngine) => readonly T[];
  readonly getId: (record: T) => string;
  readonly format: (record: T) => JsonObject;
  /** Whether a page has a record, by further parameters. */
  readonly matches: (record: JsonObject, reader: ParameterReader) => boolean;
  /** Returns null if a record of a batch has no counterpart; the shop keeps the reason. @throws VitrineError invalid_request */
  readonly translate: (record: Json, place: RecordPlace) => SavedRecord<T> | null;
  /** The records of a batch without those that the project cannot have; their reasons are kept. Absent: all are saved, or none. */
  readonly selectStorable?: (
    saved: readonly SavedRecord<T>[],
    project: ProjectEngine,
    shop: ReceivedShop,
  ) => readonly SavedRecord<T>[];
  /** Replaces the newest records, and returns the number of the task. @throws VitrineError invalid_request */
  readonly change: (
    opened: OpenedProject,
    call: ResourceCall,
    edit: (newest: readonly T[]) => readonly T[],
  ) => Promise<number>;
}

/** Operations on records of the configuration. What has no counterpart is in the member `message` of a reply. */
export function createAlgoliaResourceOperations<T>(resource: AlgoliaResource<T>, clock: Clock): Operation[] {
  const { name, singularName, current, getId, format } = resource;
  const path = `/1/indexes/{index}/${name}`;
  const shared = { tag: 'Settings', scope: 'settings' } as const;
  const formatNow = (): string => new Date(clock.now()).toISOString();
  const openIndex = async (call: ResourceCall): Promise<OpenedProject> =>
    (await new NamedIndexes(call).open(call.path['index'] ?? '', { session: null })).opened;
  const openForChange = async (call: ResourceCall): Promise<OpenedProject> => {
    const index = call.path['index'] ?? '';
    const written = await new NamedIndexes(call).openForWrite(index);
    if (written.staging !== null)
      throw new VitrineError(
        'invalid_request',
        `Index ${index} has no ${name} of its own: change those of ${written.opened.projectId}`,
      );
    return written.opened;
  };
  const change = async (
    call: ResourceCall,
    edit: (newest: readonly T[]) => readonly T[],
  ): Promise<{ taskID: number; updatedAt: string }> => {
    const taskID = await resource.change(await openForChange(call), call, edit);
    return { taskID, updatedAt: formatNow() };
  };
  /** Saved records take the places of those with their ids; the last of an id counts. */
  const withSaved = (known: readonly T[], saved: readonly SavedRecord<T>[], isReplacing: boolean): T[] => {
    const byId = new Map(known.map((record) => [getId(record), record]));
    const records = new Map(isReplacing ? [] : byId);
    for (const { id, mergeInto } of saved) records.set(id, mergeInto(byId.get(id)));
    return [...records.values()];
  };
  const readPathId = ({ path: { id = '' } }: ResourceCall): string => id;

  return [
    defineAlgoliaOperation({
      ...shared,
      id: `algoliaSearch${singularName}s`,
      method: 'POST',
      path: `${path}/search`,
      role: 'viewer',
      summary: `A page of ${name}`,
      handle: async (call) => {
        const value = await readRequestBody(call);
        const { project } = await openIndex(call);
        return createJsonReply(200, createPage(current(project).map(format), value, resource.matches));
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: `algolia${singularName}`,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `One of the ${name} by its id`,
      handle: async (call) => {
        const found = current((await openIndex(call)).project).find(
          (record) => getId(record) === readPathId(call),
        );
        if (found === undefined) throw new VitrineError('not_found', resource.notFound);
        return createJsonReply(200, format(found));
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: `algoliaSave${singularName}`,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Create or replace one of the ${name}`,
      handle: async (call) => {
        const id = readPathId(call);
        const shop = new ReceivedShop();
        const saved = resource.translate(await readRequestBody(call), { id, path: '', shop });
        const reply = await change(call, (known) => withSaved(known, saved === null ? [] : [saved], false));
        // Clients read `id` in the reply for a synonym.
        return createJsonReply(200, { ...reply, objectID: id, id, ...createMessage(shop) });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: `algoliaSave${singularName}s`,
      method: 'POST',
      path: `${path}/batch`,
      summary: `Create or replace several ${name}`,
      handle: async (call) => {
        const body = await readJsonBody(call);
        if (!Array.isArray(body) || body.length > resource.countMax)
          throw createParameterError('body', 'type', `a list of at most ${resource.countMax} ${name}`);
        const shop = new ReceivedShop();
        const translated = body.flatMap(
          (record: Json, i) => resource.translate(record, { id: null, path: `[${i}].`, shop }) ?? [],
        );
        const { selectStorable = (all) => all } = resource;
        const saved = selectStorable(translated, (await openForChange(call)).project, shop);
        if (saved.length === 0 && body.length > 0)
          throw createParameterError(
            'body',
            'not_allowed',
            `${name} that have a counterpart. ${shop.describeProgress()}`,
          );
        const isReplacing = new ParameterReader(readUrlParameters(call)).readFlag(resource.replacing, false);
        const reply = await change(call, (known) => withSaved(known, saved, isReplacing));
        return createJsonReply(200, { ...reply, ...createMessage(shop) });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: `algoliaDelete${singularName}`,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete one of the ${name}`,
      handle: async (call) => {
        const reply = await change(call, (known) =>
          known.filter((record) => getId(record) !== readPathId(call)),
        );
        // Clients read `deletedAt` in the reply for a synonym.
        return createJsonReply(200, { ...reply, deletedAt: reply.updatedAt });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: `algoliaClear${singularName}s`,
      method: 'POST',
      path: `${path}/clear`,
      summary: `Delete all ${name}`,
      handle: async (call) => createJsonReply(200, await change(call, () => [])),
    }),
  ];
}

function createMessage(shop: ReceivedShop): JsonObject {
  const message = shop.describeProgress();
  return message === null ? {} : { message };
}
