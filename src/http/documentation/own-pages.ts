import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { readNetwork } from '../../domain/access/visitor-network.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import { buildMarkdownAddress, buildPageAddress, type DocumentationPage } from './documentation-pages.ts';
import type { DocumentationSearch, FoundPages } from './documentation-search.ts';
import { renderMarkdown } from './markdown-html.ts';
import { separateNotes, type NavigationGroup } from './navigation.ts';
import { pagePolicy, renderPage, searchPath } from './page-layout.ts';
import { partsPath, type PageParts } from './page-parts.ts';
import { renderResults } from './search-results.ts';
import { sendText } from './send-text.ts';

/** Pages on a page of the search, and of the list below the search field. */
const resultsMax = 20;
const suggestionsMax = 8;

/** Indexes of pages that the navigation does not list. */
const indexes = ['internals', 'decisions'];

/** The pages that the service renders from their Markdown, with the navigation and the search. */
export class OwnPages {
  readonly #navigation: readonly NavigationGroup[];
  readonly #parts: PageParts;
  readonly #search: DocumentationSearch;
  readonly #rates: RateLimiter;

  constructor(parts: {
    readonly navigation: readonly NavigationGroup[];
    readonly parts: PageParts;
    readonly search: DocumentationSearch;
    readonly rates: RateLimiter;
  }) {
    this.#navigation = parts.navigation;
    this.#parts = parts.parts;
    this.#search = parts.search;
    this.#rates = parts.rates;
  }

  /** The search, and the files of the pages. */
  register(scope: FastifyInstance): void {
    scope.get(searchPath, async (request, reply) => {
      const { query, found } = await this.#find(request, resultsMax);
      const title = query === '' ? 'Search' : `${query}: search`;
      const html = renderResults(query, found);
      return this.#send(request, reply, { title, html, query, address: searchPath });
    });
    scope.get(`${searchPath}.json`, async (request, reply) => {
      const { found } = await this.#find(request, suggestionsMax);
      return reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' }).send(found);
    });
    for (const part of Object.values(this.#parts))
      scope.get(partsPath + part.name, (_request, reply) =>
        reply
          .headers({
            'content-type': part.contentType,
            'cache-control': 'public, max-age=31536000, immutable',
          })
          .send(part.text),
      );
  }

  /** Sends a page. The links of its Markdown lead to addresses. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: DocumentationPage,
    markdown: string,
  ): FastifyReply {
    const isFirst = page.address === '';
    const { title, html, headings } = renderMarkdown(isFirst ? separateNotes(markdown) : markdown);
    const parent = indexes.find((index) => page.address.startsWith(`${index}/`));
    return this.#send(request, reply, {
      title,
      html,
      headings: isFirst ? [] : headings,
      address: buildPageAddress(page),
      ...(parent === undefined ? {} : { listedAt: `/docs/${parent}` }),
      markdown: buildMarkdownAddress(page),
    });
  }

  /** Tells a reader that there is no such page. The navigation and the search lead on. */
  sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const html =
      '<h1>There is no such page</h1>\n<p class="lead">Search, or choose a page of the list. All of them are on the <a href="/docs">first page</a>.</p>';
    return this.#send(request, reply.code(404), { title: 'No such page', html, address: '' });
  }

  #send(
    request: FastifyRequest,
    reply: FastifyReply,
    content: Pick<Parameters<typeof renderPage>[0], 'title' | 'html' | 'address'> &
      Partial<Parameters<typeof renderPage>[0]>,
  ): FastifyReply {
    const whole = { headings: [], listedAt: content.address, markdown: null, ...content };
    return sendText(request, reply, {
      text: renderPage(whole, this.#navigation, this.#parts),
      contentType: 'text/html; charset=utf-8',
      policy: pagePolicy,
    });
  }

  /** @throws VitrineError invalid_request, rate_limited */
  async #find(
    request: FastifyRequest,
    pagesMax: number,
  ): Promise<{ readonly query: string; readonly found: FoundPages }> {
    const { q = '' } = request.query as { q?: string | string[] };
    const query = (typeof q === 'string' ? q : q.join(' ')).trim();
    if (query === '') return { query, found: { items: [], total: 0, corrected: null } };
    const max = limits.documentationQueryLengthMax;
    if (query.length > max) {
      const detail = `must have at most ${max} characters`;
      throw new VitrineError('invalid_request', `Cannot search the documentation as q ${detail}`, {
        errors: [{ path: 'q', code: 'too_long', detail }],
      });
    }
    const rate = this.#rates.take(
      `documentation ${readNetwork(request.ip)}`,
      limits.documentationSearchesPerMinute,
    );
    if (rate.retryAfterSeconds !== null)
      throw new VitrineError('rate_limited', `One address may search ${rate.limit} times per minute`, {
        retryAfterSeconds: rate.retryAfterSeconds,
      });
    return { query, found: await this.#search.find(query, pagesMax) };
  }
}
