import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Concepts that have a label and tags in many languages: animals, food, places, activities and objects of the npm package emojibase-data
 * (MIT), in the groups 3 to 7.
 */
const version = '17.0.0';
/** The integrity of the tarball in the npm registry. */
const sha512 = 'Yvgb5AWoHViHV/gq1qr5ZAarcBip+B27/ZLRsUJkbgAEaLlZ/fof9g882LTpmEpyhBNEC0m2SEmItljHsTygjA==';
const groups = { first: 3, last: 7 };
/** A tag of more concepts than these says too little. */
const conceptsMax = 5;
const tagLengthMin = 2;
const sharedWordLengthMin = 3;

export interface Concept {
  readonly hexcode: string;
  readonly label: string;
  readonly tags: readonly string[];
}

/** A tag, and the places of the concepts that have it while their labels share no word with it. */
export interface TagQuery {
  readonly tag: string;
  readonly concepts: readonly number[];
}

/**
 * The folder of the data, which are downloaded once.
 * @returns null without a package registry
 * @throws Error if the tarball has another hash
 */
export function fetchEmojiData(cacheFolder: string): string | null {
  const tarball = join(cacheFolder, `emojibase-data-${version}.tgz`);
  const folder = join(cacheFolder, `emojibase-data-${version}`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(tarball)) {
    try {
      const parameters = ['pack', `emojibase-data@${version}`, '--silent', '--pack-destination', cacheFolder];
      execFileSync('npm', parameters, { stdio: 'ignore' });
    } catch {
      return null;
    }
  }
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (hash !== sha512) throw new Error(`Cannot use ${tarball} as its SHA-512 is ${hash}: delete it`);
  if (!existsSync(join(folder, 'en', 'data.json')))
    execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return folder;
}

/** The concepts with their label and tags in a language, such as `de` or `zh-hant`. @throws Error if the package lacks the language */
export function readConcepts(folder: string, language: string): readonly Concept[] {
  const file = join(folder, language, 'data.json');
  if (!existsSync(file)) throw new Error(`Cannot read ${language} as emojibase-data lacks it`);
  const all = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly group?: number;
    readonly hexcode: string;
    readonly label: string;
    readonly tags?: readonly string[];
  }[];
  return all
    .filter(({ group = -1 }) => group >= groups.first && group <= groups.last)
    .map(({ hexcode, label, tags = [] }) => ({ hexcode, label, tags }));
}

/** Tags of at most five concepts whose labels do not contain the tag or a word of it. */
export function findTagQueries(concepts: readonly Concept[]): TagQuery[] {
  const conceptsByTag = new Map<string, number[]>();
  concepts.forEach(({ label, tags }, i) => {
    for (const tag of tags) {
      if (tag.length < tagLengthMin || sharesWord(tag.toLowerCase(), label.toLowerCase())) continue;
      const places = conceptsByTag.get(tag) ?? [];
      places.push(i);
      conceptsByTag.set(tag, places);
    }
  });
  return [...conceptsByTag]
    .filter(([, places]) => places.length <= conceptsMax)
    .map(([tag, places]) => ({ tag, concepts: places }));
}

function sharesWord(tag: string, label: string): boolean {
  const words = splitWords(label);
  return label.includes(tag) || splitWords(tag).some((word) => words.includes(word));
}

const splitWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= sharedWordLengthMin);
