import { convertAlgolia } from './algolia.ts';
import type { Converter } from './converted-shop.ts';
import { convertElasticsearch } from './elasticsearch.ts';
import { convertGorse } from './gorse.ts';
import { convertMeilisearch } from './meilisearch.ts';
import { convertRecombee } from './recombee.ts';
import { convertTypesense } from './typesense.ts';

/** Converters by the name of the system that exported the files. */
export const converters: Readonly<Record<string, Converter>> = {
  algolia: convertAlgolia,
  meilisearch: convertMeilisearch,
  typesense: convertTypesense,
  elasticsearch: convertElasticsearch,
  opensearch: convertElasticsearch,
  gorse: convertGorse,
  recombee: convertRecombee,
};
