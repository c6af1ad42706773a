import type { ProjectEngine } from '../../../ports/engine.ts';
import { Readable } from 'node:stream';
import { limits } from '../../../ports/limits.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { firstPosition } from '../../../ports/catalog/matching-items.ts';
import { defineOperation, type Call, type Operation, type WireProtocol } from '../../operation.ts';
import { defineTextParameter } from '../../requests/parameters.ts';
import { createAgentCall, requirePrice, type AgentCall, type AgentParts } from './agent-shop.ts';
import { matchAll } from './catalog-filter.ts';
import { writeCommerceFeedLine } from './commerce-feed.ts';
import { createFeedItem, type FeedItem } from './feed-item.ts';
import { googleFeedEnd, writeGoogleItem, writeGoogleFeedStart } from './google-feed.ts';
import { writeShopIndex } from './shop-index.ts';
import { createUcpProtocol } from './ucp-protocol.ts';

type FeedCall = Call<ProjectEngine, { language: string | null }>;

/** Items of one step of a feed. */
const itemsPerStep = 500;

/** The catalog as files that search engines and assistants fetch. */
export function createProductFeedOperations(parts: AgentParts): Operation[] {
  const protocol = createFeedProtocol(parts);
  const define = (
    id: string,
    file: string,
    type: string,
    summary: string,
    write: (
      call: AgentCall,
      seller: { readonly name: string; readonly project: string },
    ) => AsyncIterable<string>,
  ): Operation =>
    defineOperation<{ language: string | null }>({
      id,
      method: 'GET',
      path: `/feeds/{project}/${file}`,
      tag: 'Search',
      summary,
      protocol,
      access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
      audit: { always: true },
      query: {
        language: defineTextParameter({
          description: 'Language of the texts, where items have translations.',
          lengthMax: limits.languageTagLengthMax,
        }),
      },
      status: 200,
      reply: null,
      handle: async (feedCall: FeedCall) => {
        const call = createAgentCall(feedCall, feedCall.query.language ?? undefined, parts);
        feedCall.spendRates({});
        const { projectId: project } = feedCall;
        const name = parts.store.project(project)?.name || project;
        await feedCall.reply
          .header('content-type', `${type}; charset=utf-8`)
          .send(Readable.from(write(call, { name, project })));
        return undefined;
      },
    });
  return [
    define(
      'googleFeed',
      'google-merchant.xml',
      'application/xml',
      'A product feed of Google Merchant Center',
      (call, { name }) => streamGoogleFeed(call, name),
    ),
    define(
      'commerceFeed',
      'agentic-commerce.jsonl',
      'application/jsonl',
      'A product feed for shopping in assistants',
      async function* (call, { name }) {
        const { shopUrl: url, countries } = call.settings.agents;
        yield* writeFeed(call, (item) => writeCommerceFeedLine(item, { name, url, countries }));
      },
    ),
    define(
      'shopIndex',
      'llms.txt',
      'text/markdown',
      'The index of a shop for language models',
      async function* (call, seller) {
        yield await writeShopIndex(call, seller);
      },
    ),
  ];
}

async function* streamGoogleFeed(call: AgentCall, name: string): AsyncIterable<string> {
  yield writeGoogleFeedStart({ name, url: call.settings.agents.shopUrl || call.serviceUrl });
  yield* writeFeed(call, writeGoogleItem);
  yield googleFeedEnd;
}

/** The text of all items that the caller sees, with a price, in steps. */
async function* writeFeed(call: AgentCall, readText: (item: FeedItem) => string): AsyncIterable<string> {
  const isActive: Filter = { kind: 'not', clause: { kind: 'equals', field: 'active', value: false } };
  const { filter: keyFilter } = call.restrictions;
  const filter =
    matchAll([isActive, ...requirePrice(call), ...(keyFilter === null ? [] : [keyFilter])]) ?? null;
  for (let after: number | null = firstPosition; after !== null;) {
    const { items, next }: Awaited<ReturnType<typeof call.project.matchingItems.readPage>> =
      await call.project.matchingItems.readPage(filter, { after, limit: itemsPerStep });
    let step = '';
    for (const item of items) {
      const pause = call.slices.spend(item.json.length);
      if (pause !== null) await pause;
      const sellable = call.readSellable(item);
      if (sellable !== null) step += readText(createFeedItem(sellable, call));
    }
    if (step !== '') yield step;
    after = next;
  }
}

/** As for agents; the services that fetch feeds send a password at most, which is the key. */
function createFeedProtocol({ addresses }: AgentParts): WireProtocol {
  const agents = createUcpProtocol(addresses);
  return {
    ...agents,
    takeCredentials: (request) => {
      agents.takeCredentials(request);
      const basic = /^Basic +([A-Za-z0-9+/=]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
      if (basic === undefined || request.headers['x-api-key'] !== undefined) return;
      const [, password] = Buffer.from(basic, 'base64').toString('utf8').split(':', 2);
      if (password !== undefined && password !== '') request.headers['x-api-key'] = password;
    },
    errorReply: (error) => {
      const { headers, ...reply } = agents.errorReply(error);
      return reply.status === 401
        ? { ...reply, headers: { ...headers, 'www-authenticate': 'Basic realm="feeds"' } }
        : { ...reply, ...(headers === undefined ? {} : { headers }) };
    },
  };
}
