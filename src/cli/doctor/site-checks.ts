import { callOperation, CommandError, type ApiClient } from '../api-client.ts';
import type { SiteFigures } from '../../ports/recommendations/site-log.ts';
import { fetchPage } from '../../service.ts';
import { findRefusingDirective, type LoadedResource } from './content-security-policy.ts';
import { createPassedCheck, fail, warn, type DoctorCheck } from './doctor-check.ts';
import { findMetaPolicies, findShopTags, type ShopTag } from './site-tag.ts';

const hourMs = 60 * 60_000;
const shownItems = 3;

interface SiteOptions {
  /** Address of a page of the shop. */
  readonly site: string;
  /** Null means the project of the tag. */
  readonly project: string | null;
  /** Hosts of one's own network, as VITRINE_FEED_HOSTS. */
  readonly allowPrivate: readonly string[];
}

/** Checks the script of a shop on one of its pages, and what comes from it. The key needs the scope `admin`. */
export async function checkSite(client: ApiClient, options: SiteOptions): Promise<DoctorCheck[]> {
  const { site, allowPrivate } = options;
  const page = await fetchPage(site, { allowPrivate }).catch((error: unknown) => describeCause(error));
  if (typeof page === 'string')
    return [
      fail(
        'page',
        `${site} cannot be read: ${page}`,
        'Check the address; for a host of your own network, set VITRINE_FEED_HOSTS',
      ),
    ];
  if (page.status !== 200)
    return [
      fail('page', `${page.url} replied ${page.status}`, 'Give the address of a page that everyone can see'),
    ];
  const [tag, ...others] = findShopTags(page.text, page.url);
  const pageCheck = createPassedCheck('page', page.url);
  const project = options.project ?? tag?.project ?? null;
  const projectChecks = project === null ? [] : await checkProject(client, project);
  if (tag === undefined) {
    const snippet = `<script src="${client.url}/shop.js" data-project="${project ?? 'PROJECT'}" data-key="YOUR_WEB_KEY" async></script>`;
    return [
      pageCheck,
      fail('tag', 'the page has no script tag of Vitrine', `Put it before </head>: ${snippet}`),
      ...projectChecks,
    ];
  }
  const policies = [...page.policies, ...findMetaPolicies(page.text)];
  return [
    pageCheck,
    checkTag(tag, others.length, options.project),
    await checkKey(client, tag, page.url),
    ...checkPolicies(policies, tag, page.url),
    await checkHttps(client, tag, page.url),
    ...projectChecks,
  ];
}

function checkTag(tag: ShopTag, others: number, expected: string | null): DoctorCheck {
  if (tag.project === null || tag.project === '')
    return fail('tag', 'it has no data-project', `Add data-project="${expected ?? 'PROJECT'}" to the tag`);
  if (expected !== null && tag.project !== expected)
    return fail(
      'tag',
      `it is for the project ${tag.project}, not ${expected}`,
      `Set data-project="${expected}"`,
    );
  if (others > 0)
    return warn(
      'tag',
      `the page has it ${others + 1} times`,
      'Leave one: a plugin and the theme may both add it',
    );
  return createPassedCheck('tag', `${tag.src} for the project ${tag.project}`);
}

/** Asks the service as the page would: with the key of the tag, and the origin of the page. */
async function checkKey({ url }: ApiClient, tag: ShopTag, pageUrl: string): Promise<DoctorCheck> {
  const { origin } = new URL(pageUrl);
  if (tag.key === null || tag.key === '')
    return fail(
      'key',
      'the tag has no data-key',
      'Create a web key with Search, Recommend and Events, and put it into data-key',
    );
  const project = encodeURIComponent(tag.project ?? '');
  const headers = { 'x-api-key': tag.key, origin, 'content-type': 'application/json' };
  const ask = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; code: string }> => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const problem = (await reply.json().catch(() => ({}))) as { code?: string };
    return { status: reply.status, code: problem.code ?? '' };
  };
  const read = await ask('GET', `/front/${project}.json`);
  // Without items and data these are refused, but only after the scopes of the key.
  const events = await ask('POST', '/api/events', { project: tag.project });
  const lists = await ask('POST', '/rec/trendings', { index: tag.project, limit: 0 });
  switch (read.code) {
    case 'api_key_invalid':
      return fail(
        'key',
        'the key of the tag is unknown, expired or revoked',
        'Create a web key in the console under Keys, and put it into data-key',
      );
    case 'origin_forbidden':
      return fail(
        'key',
        `the key may not be used from ${origin}`,
        `Create a web key whose allowed origins have ${origin}, and put it into data-key`,
      );
    case 'project_forbidden':
      return fail('key', `the key is not for the project ${tag.project}`, 'Use a web key of this project');
    default:
  }
  const missing = [
    ...(read.code === 'scope_missing' ? ['search'] : []),
    ...(lists.code === 'scope_missing' ? ['recommend'] : []),
    ...(events.code === 'scope_missing' ? ['events'] : []),
  ];
  if (missing.length > 0)
    return fail(
      'key',
      `the key lacks ${missing.join(' and ')}`,
      'Use a web key with Search, Recommend and Events',
    );
  if (read.status !== 200)
    return fail(
      'key',
      `the service replied ${read.status} ${read.code}`,
      'Check the project and the log of the service',
    );
  return createPassedCheck('key', `valid from ${origin}`);
}

function checkPolicies(policies: readonly string[], tag: ShopTag, pageUrl: string): DoctorCheck[] {
  if (policies.length === 0) return [createPassedCheck('csp', 'the page has no content security policy')];
  const { origin } = new URL(tag.src);
  const resources: readonly LoadedResource[] = [
    { directive: 'script-src', url: tag.src, nonce: tag.nonce },
    { directive: 'connect-src', url: `${origin}/`, nonce: null },
    { directive: 'img-src', url: `${origin}/media/`, nonce: null },
  ];
  const refused = resources.flatMap((resource) => {
    const refusing = findRefusingDirective(policies, resource, pageUrl);
    if (refusing === null) return [];
    const detail = `the content security policy refuses it: ${refusing.slice(0, 200)}`;
    return [fail('csp', detail, `Add ${origin} to ${resource.directive}`)];
  });
  return refused.length === 0 ? [createPassedCheck('csp', `permits ${origin}`)] : refused;
}

/** A service whose public address is https says so in each reply. */
async function checkHttps({ url, headers }: ApiClient, tag: ShopTag, pageUrl: string): Promise<DoctorCheck> {
  const isSecurePage = pageUrl.startsWith('https:');
  if (isSecurePage && !tag.src.startsWith('https:'))
    return fail(
      'https',
      `browsers refuse ${tag.src} on a page with https`,
      'Serve Vitrine over https, and use that address in the tag',
    );
  const reply = await fetch(`${url}/health`, { headers });
  if (!reply.headers.has('strict-transport-security'))
    return warn(
      'https',
      'VITRINE_PUBLIC_URL is not set to an https address',
      'Set it to the address of the tag, such as https://search.shop.example',
    );
  return createPassedCheck('https', 'VITRINE_PUBLIC_URL has https');
}

async function checkProject(client: ApiClient, project: string): Promise<DoctorCheck[]> {
  const path = `/api/projects/${encodeURIComponent(project)}`;
  try {
    return [
      await checkFront(client, path),
      await checkFeeds(client, project),
      ...(await checkEvents(client, path)),
    ];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [fail('project', error.message, 'Check --project, and use a key with the scope admin')];
  }
}

async function checkFront(client: ApiClient, path: string): Promise<DoctorCheck> {
  const { settings } = (await callOperation(client, 'GET', `${path}/settings`)) as {
    settings: { front: { enabled: boolean; share: number } };
  };
  const { enabled, share } = settings.front;
  if (!enabled)
    return warn(
      'settings',
      'front.enabled is false: the script shows nothing',
      'Turn it on in the console under On your site',
    );
  return share < 1
    ? createPassedCheck('settings', `${Math.round(100 * share)} % of the visitors see the elements`)
    : createPassedCheck('settings', 'all visitors see the elements');
}

interface ListedFeeds {
  readonly feeds: readonly {
    readonly feed: { readonly id: string };
    readonly lastRun: { readonly task: string; readonly startedAt: number } | null;
    readonly nextRunAt: number | null;
  }[];
}

/** The newest run of each feed must have succeeded, and the next one must not be late. */
async function checkFeeds(client: ApiClient, project: string): Promise<DoctorCheck> {
  const inPath = encodeURIComponent(project);
  const path = `/api/projects/${inPath}/feeds`;
  const { feeds } = (await callOperation(client, 'GET', path)) as unknown as ListedFeeds;
  if (feeds.length === 0)
    return warn(
      'feed',
      'the project has no feed: its catalog changes by imports and the interface alone',
      'Add one in the console under Import > From your shop, unless your system sends changes',
    );
  const problems: string[] = [];
  for (const { feed, lastRun, nextRunAt } of feeds) {
    if (lastRun === null) problems.push(`${feed.id} has not run yet`);
    else {
      const { task } = (await callOperation(
        client,
        'GET',
        `/api/tasks/${lastRun.task}?project=${inPath}`,
      )) as {
        task: { status: string; error: { detail: string } | null };
      };
      if (task.status === 'failed')
        problems.push(`${feed.id} failed: ${task.error?.detail ?? 'see its task'}`);
      else if (nextRunAt !== null && nextRunAt < Date.now() - hourMs) problems.push(`${feed.id} is late`);
    }
  }
  return problems.length === 0
    ? createPassedCheck('feed', `${feeds.map(({ feed }) => feed.id).join(', ')} succeeded`)
    : fail(
        'feed',
        problems.join('; '),
        'Open Import in the console: the task of the feed says what to correct',
      );
}

async function checkEvents(client: ApiClient, path: string): Promise<DoctorCheck[]> {
  const { pages, events, unknownItems, unknownCount } = (await callOperation(
    client,
    'GET',
    `${path}/analytics/site`,
  )) as unknown as SiteFigures;
  const reports = pages.reduce((sum, page) => sum + page.reports, 0);
  const total = events.reduce((sum, event) => sum + event.count, 0);
  return [
    reports === 0
      ? warn(
          'script',
          'no page reported it in the last hour',
          'Open a page of the shop in a browser, then check again',
        )
      : createPassedCheck('script', `ran on ${reports} pages in the last hour`),
    total === 0
      ? warn(
          'events',
          'none came in the last hour',
          'Open a product page, then check again; see the guide “Send events”',
        )
      : createPassedCheck(
          'events',
          `${events.map(({ type, count }) => `${count} ${type || 'others'}`).join(', ')} in the last hour`,
        ),
    ...(unknownCount === 0
      ? []
      : [
          warn(
            'items',
            `events name items that the catalog does not have, ${unknownCount} times: ${unknownItems
              .slice(0, shownItems)
              .map(({ id }) => JSON.stringify(id))
              .join(', ')}`,
            'Import these items, or have the script name them by sku, groupId or url',
          ),
        ]),
  ];
}

/** The innermost cause of an error says the most. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? describeCause(error.cause) : error.message || error.name;
}
