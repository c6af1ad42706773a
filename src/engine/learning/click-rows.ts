import type { ResultClick } from '../../ports/click-log.ts';
import { visitorKey } from '../storage/event-rows.ts';
import type { Row } from '../storage/row-codec.ts';

export const putClick = `INSERT INTO choices (key, query, at, model, places) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (key, query) DO UPDATE SET at = excluded.at, model = excluded.model, places = excluded.places`;

/** The `places` column holds float32 values: the clicked index, then position, keyword score and cosine of each result. */
export function clickRow({ query, by, at, model, results, clicked }: ResultClick): Row {
  const numbers = [
    clicked,
    ...results.flatMap(({ position, keywordScore, cosine }) => [position, keywordScore, cosine]),
  ];
  return [visitorKey(by), query, at, model, new Uint8Array(Float32Array.from(numbers).buffer)];
}
