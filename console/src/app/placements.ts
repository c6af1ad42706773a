import type { RecommendationPlacement } from '@vitrine/sdk';
import { useLoad } from './load.ts';
import { service } from './service.ts';

/** The placements of a project; null while they load. */
export function usePlacements(project: string): readonly RecommendationPlacement[] | null {
  const loaded = useLoad(project, async (signal) => {
    const { placements } = await service.placements.list(project, { signal });
    return placements.map(({ placement }) => placement);
  });
  return loaded.value;
}
