import type { ResultClick } from '../../ports/click-log.ts';
import type { ClickedList as KernelChoice } from '../../kernel/recommend/learning/meaning-weight.ts';
import type { ReadConnection } from '../storage/database.ts';
import { visitorKey } from '../storage/event-rows.ts';
import type { Row } from '../storage/row-codec.ts';

const memberCount = 3;
/** Of one person, so that nobody decides alone. */
const choicesOfOneMax = 20;

export const putClick = `INSERT INTO choices (key, query, at, model, places) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (key, query) DO UPDATE SET at = excluded.at, model = excluded.model, places = excluded.places`;

export function clickRow({ query, by, at, model, places, chosen }: ResultClick): Row {
  // Which was chosen; then of each place its position, what its words count, and its cosine.
  const numbers = [chosen, ...places.flatMap(({ position, words, cosine }) => [position, words, cosine])];
  return [visitorKey(by), query, at, model, new Uint8Array(Float32Array.from(numbers).buffer)];
}

/** How many choices there are, and how many of them came after a time. */
export function clickCounts(reads: ReadConnection, after: number): { all: number; newer: number } {
  return {
    all: reads.number('SELECT count(*) FROM choices'),
    newer: reads.number('SELECT count(*) FROM choices WHERE at > ?', after),
  };
}

/** What is learnt from: the choices from lists of a model, the oldest first. */
export function storedClicks(reads: ReadConnection, model: string): KernelChoice[] {
  const rows = reads
    .prepare('SELECT key, query, places FROM choices WHERE model = ? ORDER BY at DESC, key, query')
    .iterate(model) as Iterable<{ key: string; query: string; places: Uint8Array }>;
  const counts = new Map<string, number>();
  const choices: KernelChoice[] = [];
  for (const { key, query, places } of rows) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= choicesOfOneMax) choices.push(choiceOf(query, places));
  }
  return choices.reverse();
}

function choiceOf(query: string, bytes: Uint8Array): KernelChoice {
  const [chosen = 0, ...numbers] = new Float32Array(Uint8Array.from(bytes).buffer);
  const member = (index: number): number[] => numbers.filter((_, i) => i % memberCount === index);
  return { query, chosen, positions: member(0), words: member(1), cosines: member(2) };
}
