import { isWithin } from '../../lib/field-paths.ts';
import { frontExperimentId, type FrontSettings } from '../../ports/configuration/front-settings.ts';
import type { ProjectSettings } from '../../ports/configuration/settings.ts';
import { parseSort } from '../query/sort-keys.ts';

/** What pages of the shop read. */
export interface PublicFront {
  readonly settings: FrontSettings;
  /** Null means that all visitors see the elements. */
  readonly experiment: { readonly id: string; readonly share: number } | null;
}

/** The settings of the script as anyone may see them: without the names of private fields. */
export function readPublicFront({ front, items }: Pick<ProjectSettings, 'front' | 'items'>): PublicFront {
  const isPublic = (field: string): boolean => !items.privateFields.some((path) => isWithin(field, path));
  return {
    settings: {
      ...front,
      cardFields: front.cardFields.filter(isPublic),
      facets: front.facets.filter(isPublic),
      sorts: front.sorts.filter((sort) => parseSort([sort]).every(({ field }) => isPublic(field))),
    },
    experiment: front.share < 1 ? { id: frontExperimentId, share: front.share } : null,
  };
}
