import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Project } from '../../ports/access/projects.ts';
import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { escapeHtml } from '../../lib/html-escape.ts';
import { readNetwork } from '../../domain/access/visitor-network.ts';
import { createPageKey } from '../../domain/projects/page-key.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import type { HolderForwarder } from '../forwarding/holder-forwarder.ts';
import { addVary, hasEtag } from './reply-headers.ts';

/** The page loads nothing but what the service has; pictures of items may come from anywhere. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob: http: https:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The languages of the elements of the script, with the text for browsers that run none. */
const withoutScript: Readonly<Record<string, string>> = {
  en: 'The search needs JavaScript.',
  de: 'Die Suche braucht JavaScript.',
  es: 'La búsqueda necesita JavaScript.',
  fr: 'La recherche nécessite JavaScript.',
  it: 'La ricerca richiede JavaScript.',
  ja: '検索には JavaScript が必要です。',
  nl: 'Zoeken vereist JavaScript.',
  pl: 'Wyszukiwanie wymaga JavaScriptu.',
};
const rightToLeft: readonly string[] = ['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

const stylePath = '/s/page.css';
const style = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { max-width: 82rem; margin: 0 auto; background: Canvas; color: CanvasText; }
header { display: flex; flex-wrap: wrap; padding-block-start: 1rem; }
h1 { margin: 0; padding-inline: 1rem; font-size: 1.25rem; line-height: 3rem; overflow-wrap: anywhere; }
@media (min-width: 48rem) { h1 { padding-block-start: 1.25rem; padding-inline: 1.5rem 0; } }
noscript p { padding-inline: 1rem; }
vitrine-search { flex: 1 1 20rem; }
`;

/** Results pages that the service has for shops which cannot place a script: `/s/{project}`. */
export function registerResultsPage(
  app: FastifyInstance,
  {
    engine,
    holderForwarder,
    rates,
  }: {
    readonly engine: Engine;
    readonly holderForwarder: HolderForwarder | null;
    readonly rates: RateLimiter;
  },
): void {
  app.get(stylePath, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(style),
  );
  app.get('/s/:project', async (request, reply) => {
    const { project: id } = request.params as { project: string };
    const project = engine.store.project(id);
    if (project === null) throw createNoPageError();
    if ((await holderForwarder?.forward(request, reply, id)) === true) return reply;
    const { settings } = await openProject(request, id, { engine, rates });
    const { front, search } = settings.effective();
    // Like an unknown project.
    if (!front.page) throw createNoPageError();
    const language =
      front.language === ''
        ? chooseLanguage(request.headers['accept-language'], search.languages)
        : front.language.replaceAll('_', '-');
    const page = buildPage(project, language);
    const etag = `"${hash('sha256', page).slice(0, 16)}"`;
    addVary(reply, 'accept-language');
    void reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      // A switched-off page is gone at once.
      'cache-control': 'no-cache',
      etag,
    });
    if (hasEtag(request, etag)) return reply.code(304).send();
    return reply.header('content-type', 'text/html; charset=utf-8').send(page);
  });
}

function createNoPageError(): VitrineError {
  return new VitrineError('not_found', 'There is no results page here');
}

/** How often an address has projects opened is limited, as without a key anyone can ask. @throws VitrineError rate_limited */
async function openProject(
  request: FastifyRequest,
  id: string,
  { engine, rates }: { readonly engine: Engine; readonly rates: RateLimiter },
): Promise<ProjectEngine> {
  const seen = await engine.catchUp(id);
  if (seen === null) {
    const rate = rates.take(`opening ${readNetwork(request.ip)}`, limits.guestOpeningsPerMinute);
    if (rate.retryAfterSeconds !== null)
      throw new VitrineError('rate_limited', `One address may open ${rate.limit} pages per minute`, {
        retryAfterSeconds: rate.retryAfterSeconds,
      });
  }
  return engine.project(id, seen);
}

/**
 * The language that a browser prefers, of those of the elements and of the catalog; otherwise the first one of the catalog. RFC 9110, section
 * 12.5.4.
 */
export function chooseLanguage(header: string | undefined, catalogLanguages: readonly string[]): string {
  const known = [...Object.keys(withoutScript), ...catalogLanguages];
  const wanted = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
      return { language: tag.toLowerCase().split('-', 1)[0] ?? '', quality: Number(quality) };
    })
    .filter(({ language, quality }) => quality > 0 && known.includes(language))
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.language ?? catalogLanguages[0] ?? 'en';
}

function buildPage(project: Project, language: string): string {
  const [primary = ''] = language.toLowerCase().split('-', 1);
  const direction = rightToLeft.includes(primary) ? 'rtl' : 'ltr';
  const name = escapeHtml(project.name);
  const id = escapeHtml(project.id);
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylePath}">
<script src="/shop.js" data-project="${id}" data-key="${escapeHtml(createPageKey(project))}" data-currency="${escapeHtml(project.currency)}" async></script>
</head>
<body>
<header>
<h1>${name}</h1>
<vitrine-search></vitrine-search>
</header>
<main>
<vitrine-results></vitrine-results>
<noscript><p>${escapeHtml(withoutScript[primary] ?? withoutScript['en']!)}</p></noscript>
</main>
</body>
</html>
`;
}
