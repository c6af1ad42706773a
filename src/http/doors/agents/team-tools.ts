import { decodeUtf8 } from '../../../lib/utf8.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { objectSchema, type Schema } from '../../../domain/contract/schema.ts';
import { standaloneSchema } from '../../../domain/contract/standalone-schema.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/json.ts';
import { limits } from '../../../ports/limits.ts';
import { authorOf } from '../../author.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import type { Call, Operation } from '../../operation.ts';
import { bodySchema, readParameters } from '../../parameters.ts';
import type { McpTool } from './mcp-server.ts';

/** A tool that calls an operation of the service. Its arguments are the parameters of the operation. */
interface TeamTool {
  readonly name: string;
  readonly operation: string;
  /** In place of the summary and description of the operation. */
  readonly description?: string;
  /** Whether its path names a draft, by the argument `draft`. */
  readonly ofDraft?: true;
}

/** What an assistant of the team may do: read, and prepare drafts. No tool publishes or deletes. */
const tools: readonly TeamTool[] = [
  { name: 'list_rules', operation: 'getRules' },
  { name: 'list_synonyms', operation: 'getSynonyms' },
  { name: 'list_collections', operation: 'getCollections' },
  { name: 'list_placements', operation: 'getPlacements' },
  { name: 'get_settings', operation: 'getSettings' },
  { name: 'list_drafts', operation: 'getDrafts' },
  { name: 'get_draft', operation: 'getDraft', ofDraft: true },
  {
    name: 'propose_draft',
    operation: 'putDraft',
    description:
      'Creates a draft, or replaces one that this key made. It is not live: a person publishes it in the console. Send all its changes.',
  },
  {
    name: 'preview_search',
    operation: 'searchByPost',
    description: 'A search as it would be under the draft `draft`; without it, as it is now.',
  },
  { name: 'replay_draft', operation: 'replayDraft', ofDraft: true },
  { name: 'get_replay', operation: 'getReplay', ofDraft: true },
];
const draftId = {
  type: 'string',
  minLength: 1,
  maxLength: limits.draftIdLengthMax,
  description: 'Id of the draft.',
};

/** The tools of the team. `operations`: those of the service. */
export function teamTools(operations: readonly Operation[]): readonly McpTool[] {
  return tools.map((tool) => {
    const called = operations.find(({ id }) => id === tool.operation);
    if (called === undefined) throw new Error(`There is no operation ${tool.operation}`);
    return toolOf(tool, called);
  });
}

function toolOf({ name, description, ofDraft }: TeamTool, called: Operation): McpTool {
  const { summary, access, method } = called;
  const { properties, ...rest } = bodySchema(called.body ?? called.query) as Schema & { properties: object };
  const own = ofDraft === true ? objectSchema({ draft: draftId }) : {};
  return {
    scope: access.kind === 'key' ? access.scope : 'admin',
    description: {
      name,
      title: summary,
      description: description ?? called.description ?? summary,
      inputSchema: standaloneSchema({
        ...rest,
        ...own,
        properties: { ...properties, ...(ofDraft === true ? { draft: draftId } : {}) },
      }),
      annotations: {
        readOnlyHint: method === 'GET' || name === 'preview_search',
        destructiveHint: false,
        openWorldHint: false,
      },
    },
    run: async (call, args) => {
      const path = ofDraft === true ? { draft: draftOf(args['draft']) } : {};
      if (name === 'propose_draft') return callOperation(called, call, args, ownDraft(call, args));
      return callOperation(called, call, args, path);
    },
  };
}

function draftOf(sent: unknown): string {
  if (typeof sent === 'string' && sent !== '' && sent.length <= limits.draftIdLengthMax) return sent;
  throw invalidParameter('draft', 'type', 'the id of a draft');
}

/** The id of the draft to propose. @throws VitrineError draft_changed: it is of somebody else */
function ownDraft(
  { project, key }: Call<unknown, unknown>,
  { draft }: JsonObject,
): { readonly draft: string } {
  const id = draftOf(isObject(draft) ? draft['id'] : undefined);
  const known = project.drafts.current().get(id)?.value;
  if (known !== undefined && known.author !== authorOf(key))
    throw new VitrineError(
      'draft_changed',
      `The draft ${JSON.stringify(id)} is of ${known.author}: propose another one`,
    );
  return { draft: id };
}

/** The reply of an operation to these arguments. @throws VitrineError as the operation */
async function callOperation(
  one: Operation,
  call: Call<unknown, unknown>,
  args: JsonObject,
  path: Readonly<Record<string, string>>,
): Promise<object> {
  const sent = one.body !== null || Object.keys(path).length === 0 ? args : {};
  const { values } = readParameters(one.body ?? one.query, sent, ['project', 'index'], one.bodyNeeds?.names);
  const parameters = one.body === null ? { query: values, body: {} } : { query: {}, body: values };
  const { auditNotes: notes } = call.request;
  if (notes !== null && one.method !== 'GET' && one.id !== 'searchByPost') {
    notes.isRead = false;
    notes.target = path['draft'] ?? null;
  }
  const reply = await one.handle({ ...call, ...parameters, path: { ...call.path, ...path } } as Call<
    never,
    never
  >);
  if (reply === undefined) throw new VitrineError('internal_error', 'The operation has no reply');
  const text = typeof reply.body === 'string' ? reply.body : decodeUtf8(reply.body);
  return JSON.parse(text) as object;
}
