import assert from 'node:assert/strict';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import type { EmbeddedOptions } from '../../src/engine/projects/engine-options.ts';
import { Shop, type OpenEngine } from './shop.ts';

/** Opens the embedded engine; any error that it reports fails the test. */
export const openEmbedded =
  (
    more: Partial<Pick<EmbeddedOptions, 'listening' | 'learningEventsMax' | 'shared' | 'idleMs'>> = {},
  ): OpenEngine =>
  ({ folder, clock, ids, image }) =>
    EmbeddedEngine.open({
      dataDir: folder,
      clock,
      ids,
      image,
      ...more,
      onError: (error) => assert.fail(error as Error),
    });

/** A shop on a separate embedded engine. */
export const embeddedShop = (
  more: Partial<Pick<EmbeddedOptions, 'learningEventsMax' | 'idleMs'>> = {},
): Promise<Shop> => Shop.open(openEmbedded(more));
