import { setTimeout as sleep } from 'node:timers/promises';
import { RunningService } from '../../test/support/service.ts';
import { processMeter } from '../search/process-meter.ts';
import type { Concept } from './emoji-concepts.ts';
import { LanguageShop, type NamedItem } from './language-shop.ts';

/** Rounds in which both ways take turns; the first one compiles the code. */
const rounds = 4;
const searchesPerRound = 500;
const hits = 20;
/** The service reads its data and returns memory in this time. */
const settleMs = 30_000;
/** A step that meets each pair of labels once before it repeats one. */
const pairStep = 7;

/** Names of two labels each, of which no two are the same. */
function combineLabels(concepts: readonly Concept[], count: number): NamedItem[] {
  return Array.from({ length: count }, (_, i) => {
    const first = i % concepts.length;
    const second = (first + 1 + pairStep * Math.floor(i / concepts.length)) % concepts.length;
    return { id: `i${i}`, name: `${concepts[first]!.label} ${concepts[second]!.label}` };
  });
}

/** Texts of two tags each, none twice: words that few names have. */
function combineTags(concepts: readonly Concept[], count: number): string[] {
  const tags = [...new Set(concepts.flatMap((concept) => concept.tags))];
  return Array.from({ length: count }, (_, i) => {
    const second = (i * 31 + 17 + Math.floor(i / tags.length)) % tags.length;
    return `${tags[i % tags.length]} ${tags[second]}`;
  });
}

/** CPU milliseconds of a search in the service, with semantic search and by words alone. Each text is searched once, as replies are cached. */
async function measureSearches(
  service: RunningService,
  shop: LanguageShop,
  concepts: readonly Concept[],
): Promise<{ hybrid: number; words: number }> {
  const texts = combineTags(concepts, rounds * 2 * searchesPerRound);
  const seconds = { hybrid: 0, words: 0 };
  for (let round = 0; round < rounds; round++)
    for (const [i, way] of (['hybrid', 'words'] as const).entries()) {
      await shop.setSemantic(way === 'hybrid');
      const from = (2 * round + i) * searchesPerRound;
      const before = processMeter(service.pid).cpuSeconds;
      await shop.searchAll(texts.slice(from, from + searchesPerRound), hits);
      if (round > 0) seconds[way] += processMeter(service.pid).cpuSeconds - before;
    }
  const perSearch = 1_000 / ((rounds - 1) * searchesPerRound);
  return { hybrid: seconds.hybrid * perSearch, words: seconds.words * perSearch };
}

/**
 * What semantic search costs a catalog of `count` names in the language: CPU of a search with and without it, and the memory of the main
 * process with vectors after a restart, compared with a service without a text model.
 */
export async function measureCost(
  language: string,
  concepts: readonly Concept[],
  count: number,
): Promise<Record<string, number>> {
  const items = combineLabels(concepts, count);
  const memory: number[] = [];
  let cpu = { hybrid: 0, words: 0 };
  for (const model of ['off', 'vendored']) {
    await using service = await RunningService.start({ VITRINE_TEXT_MODEL: model, VITRINE_THREADS: '0' });
    await using shop = await LanguageShop.open(service, 'cost', [language], items);
    if (model !== 'off') cpu = await measureSearches(service, shop, concepts);
    await shop.setSemantic(true);
    // After a restart, nothing is left of the import.
    await service.stop();
    await service.restart();
    await service.ask('POST', '/search/cost', {
      key: shop.key,
      body: { q: concepts[0]!.label, limit: hits },
    });
    await sleep(settleMs);
    memory.push(processMeter(service.pid).memoryBytes);
  }
  return {
    names: count,
    'CPU ms of a search': cpu.hybrid,
    'by words alone': cpu.words,
    'memory, bytes a name': (memory[1]! - memory[0]!) / count,
  };
}
