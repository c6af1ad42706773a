import { readFileSync } from 'node:fs';
import { dataFile } from '../../real/data.ts';

/** Names of products, and pairs with the same function and use. */
interface NamePairs {
  readonly items: readonly object[];
  readonly pairs: readonly (readonly [item: string, other: string])[];
}

/** The label of pairs with the same function and use, and that of pairs that were not judged. */
const sameFunction = '1';
const notJudged = '0';

/** Reads the judged pairs of an office shop: what two of three people say. Null if the file is missing. */
export function readNamePairs(): NamePairs | null {
  const file = dataFile('askul-pairs', 'FBL2023.tsv');
  if (file === null) return null;
  const names = new Map<string, string>();
  const pairs: [string, string][] = [];
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [url = '', name = '', otherUrl = '', otherName = '', , one, , two, , three] = line.split('\t');
    const labels = [one, two, three];
    const label = labels.find((each, at) => labels.indexOf(each) !== at);
    if (label === undefined || label === notJudged) continue;
    names.set(url, name);
    names.set(otherUrl, otherName);
    if (label === sameFunction) pairs.push([url, otherUrl]);
  }
  const ids = new Map(Array.from(names.keys(), (url, at) => [url, `p${at}`]));
  const items = Array.from(names, ([url, name]) => ({
    id: ids.get(url)!,
    sku: ids.get(url)!,
    name,
    description: '',
    imgs: [],
    price: 0,
  }));
  return { items, pairs: pairs.map(([url, other]) => [ids.get(url)!, ids.get(other)!] as const) };
}
