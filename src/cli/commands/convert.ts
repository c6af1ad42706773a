import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ConvertedShop, type ConvertedEvent } from '../../domain/conversion/converted-shop.ts';
import { converters } from '../../domain/conversion/converters.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { textAnalysis } from '../../text-analysis.ts';
import { CommandError } from '../api-client.ts';
import { readRequired, UsageError, type Arguments } from '../arguments.ts';
import { readRecords } from '../exported-records.ts';
import type { Output } from '../output.ts';

const bufferedMax = 1024 * 1024;

/**
 * `vitrine convert FILE ... --from SYSTEM --out FOLDER`: the exported files of another system as `items.ndjson`, `settings.json`,
 * `rules.json` and `history.ndjson`, of those that have content.
 * @throws CommandError for a file that cannot be read or a folder that cannot be written
 */
export async function convert(args: Arguments, output: Output): Promise<void> {
  const from = readRequired(args, 'from');
  const converter = Object.hasOwn(converters, from) ? converters[from] : undefined;
  if (converter === undefined)
    throw new UsageError(`--from must be one of ${Object.keys(converters).join(', ')}, not ${from}`);
  const files = args.words.slice(1);
  if (files.length === 0) throw new UsageError('The files to convert are missing');
  const folder = resolve(readRequired(args, 'out'));
  const items = new LineFile(folder, 'items.ndjson');
  const shop = new ConvertedShop((item) => items.add(item));
  try {
    for (const file of files) {
      let number = 0;
      for await (const record of readRecords(file)) {
        shop.place = `${basename(file)}, record ${++number}`;
        converter(record, shop, basename(file));
      }
    }
    shop.place = null;
  } finally {
    items.close();
  }
  shop.finish(textAnalysis);
  const written = [...(shop.items > 0 ? [items.name] : []), ...writeRest(shop, folder)];
  if (written.length === 0) throw new CommandError(`${files.join(', ')} have nothing of ${from} to convert`);
  const leftOut = Object.fromEntries(shop.leftOut);
  output.printResult(
    {
      folder,
      files: written,
      items: shop.items,
      events: shop.events.length,
      rules: shop.rules.length,
      synonyms: shop.synonyms.length,
      mergedSynonyms: shop.mergedSynonyms,
      leftOut,
      leftOutPlaces: Object.fromEntries(shop.leftOutPlaces),
    },
    [
      `${shop.items} items, ${shop.events.length} events, ${shop.rules.length} rules, ${shop.synonyms.length} synonyms`,
      ...(shop.mergedSynonyms === 0
        ? []
        : [
            `${shop.mergedSynonyms} synonyms merged with others: their words are the same after text analysis, or lead to each other`,
          ]),
      `Written into ${folder}: ${written.join(', ')}`,
      ...formatReasons(shop.leftOut, shop.leftOutPlaces),
    ],
  );
}

/** Formats what was left out as lines. `places` says where each reason came first. */
function formatReasons(leftOut: ReadonlyMap<string, number>, places: ReadonlyMap<string, string>): string[] {
  if (leftOut.size === 0) return [];
  const lines = [...leftOut].map(([reason, count]) => {
    const isOnce = count === 1;
    const place = places.get(reason);
    const where = place === undefined ? '' : ` (${isOnce ? '' : 'first '}in ${place})`;
    return `  ${isOnce ? '' : `${count} times: `}${reason}${where}`;
  });
  return ['Left out:', ...lines];
}

/** Writes everything but items. Returns the names of the files. */
function writeRest(shop: ConvertedShop, folder: string): string[] {
  const written: string[] = [];
  const write = (name: string, text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    written.push(name);
  };
  const settings = shop.createSettingsBody();
  if (Object.keys(settings).length > 0) write('settings.json', `${JSON.stringify(settings, null, 2)}\n`);
  if (shop.rules.length > 0) write('rules.json', `${JSON.stringify({ rules: shop.rules }, null, 2)}\n`);
  if (shop.events.length > 0) write('history.ndjson', shop.events.map(formatHistoryLine).join(''));
  return written;
}

const formatHistoryLine = (event: ConvertedEvent): string => `${JSON.stringify({ event })}\n`;

/** A file with a record on each line, created with the first. */
class LineFile {
  readonly name: string;
  readonly #folder: string;
  #file: number | null = null;
  #lines: string[] = [];
  #length = 0;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.name = name;
  }

  add(record: JsonObject): void {
    const line = `${JSON.stringify(record)}\n`;
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length > bufferedMax) this.#write();
  }

  close(): void {
    if (this.#lines.length > 0) this.#write();
    if (this.#file !== null) closeSync(this.#file);
  }

  #write(): void {
    if (this.#file === null) {
      mkdirSync(this.#folder, { recursive: true });
      this.#file = openSync(join(this.#folder, this.name), 'w');
    }
    writeSync(this.#file, this.#lines.join(''));
    [this.#lines, this.#length] = [[], 0];
  }
}
