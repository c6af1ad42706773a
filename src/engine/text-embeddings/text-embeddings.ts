import type { TextEmbeddings } from '../../ports/search/text-embeddings.ts';
import type { SearchSettings } from '../../ports/configuration/settings.ts';
import type { QueryEmbedding } from '../../ports/search/text.ts';
import type { SemanticSignal } from '../../kernel/text/scoring/semantic-scores.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { CatalogProjection } from '../catalog/catalog-projections.ts';
import type { EmbeddedCatalog } from '../catalog/catalog-store.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { StoredEmbeddingSpace } from './embedding-space.ts';
import { EmbeddedItemTexts } from './item-texts.ts';
import { NameSimilarities, type ItemNameSimilarities } from './name-similarities.ts';
import { semanticSignal } from './serving-vectors.ts';

/** The text embeddings of a project: its own space is that of the catalog's language. */
export class EmbeddedTextEmbeddings
  extends StoredEmbeddingSpace
  implements TextEmbeddings, CatalogProjection
{
  readonly crossLingual: StoredEmbeddingSpace;
  readonly #texts: EmbeddedItemTexts;
  readonly #similarities = new NameSimilarities();

  constructor(options: {
    database: ProjectDatabase;
    election: Leadership;
    settings: SearchSettings;
    onError: (error: unknown) => void;
  }) {
    const texts = new EmbeddedItemTexts(options);
    super({ ...options, texts, otherModels: () => this.crossLingual.usedModels ?? [] });
    this.#texts = texts;
    this.crossLingual = new StoredEmbeddingSpace({ ...options, texts, otherModels: () => this.usedModels });
    options.election.onElected(options.database, () => {
      for (const space of this.spaces) space.onElected();
    });
    options.database.onReplicated('vectors', (vectors) => () => {
      for (const space of this.spaces) space.addVectors(vectors);
    });
  }

  /** Both spaces, this one first. */
  get spaces(): readonly [StoredEmbeddingSpace, StoredEmbeddingSpace] {
    return [this, this.crossLingual];
  }

  /** See `EmbeddedItemTexts.bind`. */
  bind(catalog: EmbeddedCatalog): Promise<void> {
    return this.#texts.bind(catalog);
  }

  sampleNames(limit: number): string[] {
    return this.#texts.sampleNames(limit);
  }

  /** The statements for the texts of changed items, run in the items' transaction. */
  parts(changes: readonly AppliedChange[]): StatementBatch[] {
    return this.#texts.parts(changes);
  }

  itemsChanged(changes: readonly AppliedChange[]): void {
    this.#texts.itemsChanged(changes);
  }

  settingsChanged(settings: SearchSettings): void {
    // Embedding may have been enabled or disabled.
    for (const space of this.spaces) space.wake();
    this.#texts.settingsChanged(settings);
  }

  /** The semantic signal of a query, or undefined if its vector is of another model than those that serve. */
  findSignal(query: QueryEmbedding): SemanticSignal | undefined {
    return semanticSignal(
      query,
      this.spaces.map(({ servingVectors }) => servingVectors),
    );
  }

  /**
   * Compares the names of items with that of one item, in the space of the catalog's language; null if it does not serve, or has no vector
   * of the item. Private fields are not embedded.
   */
  findNameSimilarities(itemNumber: number): ItemNameSimilarities | null {
    const index = this.model === null ? null : (this.servingVectors?.index ?? null);
    return index === null ? null : this.#similarities.find(index, itemNumber);
  }

  override close(): void {
    super.close();
    this.crossLingual.close();
    this.#texts.close();
  }
}
