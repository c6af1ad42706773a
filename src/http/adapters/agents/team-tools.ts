import type { ProjectEngine } from '../../../ports/engine.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { defineObjectSchema, type Schema } from '../../../domain/contract/schema.ts';
import { inlineComponents } from '../../../domain/contract/standalone-schema.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { isMalformed } from '../../access/audit.ts';
import { readAuthorId, nameAuthor } from '../../access/author.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call, Operation } from '../../operation.ts';
import { buildBodySchema, readParameters } from '../../requests/parameters.ts';
import { applyChoice } from '../../access/request-restrictions.ts';
import type { McpTool } from './mcp-server.ts';

/** A tool that calls an operation of the service. Its arguments are the parameters of the operation. */
interface TeamTool {
  readonly name: string;
  readonly operation: string;
  /** Replaces the summary and description of the operation. */
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
  maxLength: limits.resourceIdLengthMax,
  description: 'Id of the draft.',
};

/** Creates the tools of the team, which call `operations` of the service. */
export function createTeamTools(operations: readonly Operation[]): readonly McpTool[] {
  return tools.map((tool) => {
    const called = operations.find(({ id }) => id === tool.operation);
    if (called === undefined) throw new Error(`There is no operation ${tool.operation}`);
    return createTool(tool, called);
  });
}

function createTool({ name, description, ofDraft }: TeamTool, called: Operation): McpTool {
  const { summary, access, method } = called;
  const { properties, ...rest } = buildBodySchema(called.body ?? called.query) as Schema & {
    properties: object;
  };
  const draftSchema = ofDraft === true ? defineObjectSchema({ draft: draftId }) : {};
  return {
    scope: access.kind === 'key' ? access.scope : 'admin',
    description: {
      name,
      title: summary,
      description: description ?? called.description ?? summary,
      inputSchema: inlineComponents({
        ...rest,
        ...draftSchema,
        properties: { ...properties, ...(ofDraft === true ? { draft: draftId } : {}) },
      }),
      annotations: {
        readOnlyHint: method === 'GET' || name === 'preview_search',
        destructiveHint: false,
        openWorldHint: false,
      },
    },
    run: async (call, args) => {
      const isProposal = name === 'propose_draft';
      const id = isProposal && isObject(args['draft']) ? args['draft']['id'] : args['draft'];
      const draft = isProposal || ofDraft === true ? readDraftId(id) : null;
      return logCall(called, call, draft, () => {
        if (isProposal) checkAuthor(call, draft ?? '');
        return callOperation(called, call, args, draft);
      });
    },
  };
}

function readDraftId(input: unknown): string {
  if (typeof input === 'string' && input !== '' && input.length <= limits.resourceIdLengthMax) return input;
  throw createParameterError('draft', 'type', 'the id of a draft');
}

/** @throws VitrineError draft_changed: the draft is of somebody else */
function checkAuthor({ project, key }: Call, id: string): void {
  const draft = project.drafts.current().get(id)?.value;
  if (draft === undefined || draft.authorId === readAuthorId(key)) return;
  const note = draft.author === nameAuthor(key) ? ', another key of this name' : '';
  throw new VitrineError(
    'draft_changed',
    `The draft ${JSON.stringify(id)} is of ${draft.author}${note}: propose another one`,
  );
}

/** Tells the audit log what a call of an operation changes, or that it was refused: the reply has the status 200 in both cases. */
async function logCall(
  { id, method }: Operation,
  { request: { auditNotes: notes } }: Call,
  draft: string | null,
  run: () => Promise<object>,
): Promise<object> {
  if (notes === null || method === 'GET' || id === 'searchByPost') return run();
  // Reads and malformed requests are not in the audit log.
  notes.isRead = false;
  notes.operation = id;
  notes.target = draft;
  try {
    return await run();
  } catch (error) {
    if (error instanceof VitrineError) {
      notes.failure = error.code;
      notes.isRead = isMalformed(error.status);
    }
    throw error;
  }
}

/** Calls an operation with these arguments, and with `draft` in its path. @throws VitrineError as the operation */
async function callOperation(
  one: Operation,
  call: Call,
  args: JsonObject,
  draft: string | null,
): Promise<object> {
  const body = one.body !== null || draft === null ? args : {};
  const { values } = readParameters(one.body ?? one.query, body, ['project', 'index'], one.bodyNeeds?.names);
  const parameters = one.body === null ? { query: values, body: {} } : { query: {}, body: values };
  const reply = await one.handle({
    ...call,
    ...parameters,
    restrictions: applyChoice(call.restrictions, call.key, values),
    path: { ...call.path, ...(draft === null ? {} : { draft }) },
  } as Call<ProjectEngine, never, never>);
  if (typeof reply !== 'object') throw new VitrineError('internal_error', 'The operation has no reply');
  const text = typeof reply.body === 'string' ? reply.body : decodeUtf8(reply.body);
  return JSON.parse(text) as object;
}
