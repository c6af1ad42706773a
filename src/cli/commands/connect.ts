import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlProgress, ImportProgress } from '../../domain/catalog/import.ts';
import type { ShopDiscovery } from '../../domain/shops/discover-shop.ts';
import type { Task } from '../../ports/access/projects.ts';
import { feedSchedules, type FeedSchedule } from '../../ports/catalog/feeds.ts';
import { callOperation, CommandError, type ApiClient } from '../api-client.ts';
import { readOption, readRequired, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import type { Progress } from '../progress.ts';
import { formatWarnings } from './file-summary.ts';
import { formatErrors } from './line-errors.ts';

const pollEveryMs = 500;
const feedIdLengthMax = 50;
const shownLengthMax = 50;

/**
 * `vitrine connect ADDRESS --project ID`: shows what the shop offers, stores it as a feed with a schedule, and reads it. Without `--yes`
 * it asks first.
 */
export async function connect(args: Arguments, client: ApiClient, output: Output): Promise<boolean> {
  const address = readWord(args, 1, 'The address of the shop, such as https://shop.example,');
  const project = readRequired(args, 'project');
  const schedule = readSchedule(args);
  const path = `/api/projects/${encodeURIComponent(project)}/feeds`;
  const found = (await callOperation(client, 'POST', `${path}/discover`, {
    url: address,
  })) as unknown as ShopDiscovery;
  const shown = formatDiscovery(found, output);
  if (found.feed === null) {
    output.printResult({ discovery: found }, shown);
    return false;
  }
  const id = createFeedId(found.feed.url);
  const feed = { id, ...found.feed, schedule };
  if (args.options['yes'] !== true) {
    const question = `Store it as the feed ${id} (schedule: ${schedule}) and read it now? [y/N] `;
    if (!(await askYes(question, shown, output))) {
      output.printResult({ discovery: found }, ['Nothing was stored.']);
      return false;
    }
  }
  await callOperation(client, 'PUT', `${path}/${id}`, { feed });
  const { task: begun } = await callOperation(client, 'POST', `${path}/${id}/run`);
  const progress = output.showProgress(`Reading ${new URL(found.feed.url).host}`, null);
  try {
    const task = await waitForTask(client, { project, id: (begun as Task).id }, progress);
    progress.end();
    const read = task.progress as unknown as ImportProgress;
    const asked = args.options['yes'] === true ? shown : [];
    output.printResult({ discovery: found, feed, task }, [...asked, ...formatRun(id, schedule, task, read)]);
    return task.status === 'succeeded' && read.failed === 0;
  } finally {
    progress.end();
  }
}

function readSchedule(args: Arguments): FeedSchedule {
  const chosen = readOption(args, 'schedule') ?? 'day';
  const schedule = feedSchedules.find((known) => known === chosen);
  if (schedule === undefined) throw new UsageError(`--schedule must be one of ${feedSchedules.join(', ')}`);
  return schedule;
}

/** `https://www.shop.example/` becomes `shop-example`, so that a second call replaces the feed of the first. */
function createFeedId(url: string): string {
  const name = new URL(url).hostname.replace(/^www\./, '').toLowerCase();
  return name
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, feedIdLengthMax)
    .replace(/-$/, '');
}

/** What was found, for people. */
function formatDiscovery(
  { platform, feed, items, fields, missing }: ShopDiscovery,
  output: Output,
): string[] {
  const way =
    feed === null
      ? 'nothing that can be read'
      : {
          file: `a product feed, ${feed.url}`,
          shopify: 'the public interface of Shopify',
          woocommerce: 'the Store API of WooCommerce',
          sitemap: 'the pages of the sitemap',
        }[feed.source];
  const rows = items.map((item) => {
    const { name, price, currency, url } = item as Record<string, unknown>;
    const amount = typeof price === 'number' ? `${price.toFixed(2)} ${formatText(currency)}`.trim() : '-';
    return [formatText(name), amount, formatText(url)];
  });
  return [
    `Platform: ${platform}. Found: ${way}.`,
    ...(rows.length === 0 ? [] : output.formatTable(['NAME', 'PRICE', 'ADDRESS'], rows)),
    ...(fields.length === 0
      ? []
      : [`Fields: ${fields.map(({ name, share }) => `${name} ${Math.round(100 * share)} %`).join(', ')}`]),
    ...missing.map(({ field, text }) => `Note: ${field === null ? '' : `${field}: `}${text}`),
  ];
}

function formatText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length > shownLengthMax ? `${value.slice(0, shownLengthMax - 1).toWellFormed()}…` : value;
}

function formatRun(id: string, schedule: string, { status, error }: Task, read: ImportProgress): string[] {
  const { created, updated, unchanged, removed, failed, file, errors } = read;
  return [
    `${created} added, ${updated} replaced, ${unchanged} unchanged, ${removed} removed, ${failed} rejected`,
    ...(status === 'failed' ? [`The run failed: ${error?.detail ?? ''}`] : []),
    ...formatWarnings(file),
    ...formatErrors({ failed, errors }),
    `Stored as the feed ${id}; schedule: ${schedule}`,
  ];
}

/** Shows what was found and asks. @throws UsageError without a terminal */
async function askYes(question: string, shown: readonly string[], { terminal }: Output): Promise<boolean> {
  const { stdin, stderr } = terminal;
  if (!('isTTY' in stdin && stdin.isTTY === true)) throw new UsageError('Confirm with --yes');
  // What people are asked is no result on stdout.
  stderr.write(`${shown.join('\n')}\n`);
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    });
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

async function waitForTask(
  client: ApiClient,
  { project, id }: { readonly project: string; readonly id: string },
  progress: Progress,
): Promise<Task> {
  const path = `/api/tasks/${id}?project=${encodeURIComponent(project)}`;
  for (;;) {
    const task = (await callOperation(client, 'GET', path))['task'] as Task | undefined;
    if (task === undefined) throw new CommandError(`The task ${id} is gone`);
    if (task.status !== 'running') return task;
    const { lines = 0, pages = null, bytes = 0 } = task.progress as unknown as Partial<ImportProgress>;
    progress.update(pages?.done ?? bytes, `${lines} items${formatForecast(pages)}`, pages?.total ?? null);
    await sleep(pollEveryMs);
  }
}

function formatForecast(pages: CrawlProgress | null): string {
  if (pages === null) return '';
  const count = `, ${pages.done}${pages.total === null ? '' : ` of ${pages.total}`} pages`;
  const { remainingSeconds: left } = pages;
  if (left === null || left < 1) return count;
  return `${count}, about ${left < 120 ? `${left} s` : `${Math.round(left / 60)} min`} left,`;
}
