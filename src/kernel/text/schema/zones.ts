import type { TextSettings, ZoneSettings } from './settings.ts';
import { findTranslatedField, translationsPrefix } from './translations.ts';

export type ZoneWeights = Omit<ZoneSettings, 'fields'>;

/**
 * The zones of the settings. Zone 0 is the name, zone 1 all fields without a zone. The further zones follow, and then, for
 * each zone with fields where typos are disabled, a zone of those fields with the same weights.
 */
export function readZones(settings: TextSettings): ZoneWeights[] {
  const plain = [settings.name, settings.others, ...settings.zones];
  return [...plain, ...listStrictZones(settings).map((zone) => plain[zone]!)];
}

export function countZones(settings: TextSettings): number {
  return readZones(settings).length;
}

/** The zone of fields that are not searched. */
export const noZone = -1;

/** Stands among the fields that are not searched for all that no group names. */
const otherFields = '*';

/**
 * Returns a function from field path to zone, memoized, as catalogs have few distinct paths. A translation has the zone of its field,
 * unless the settings exclude it.
 */
export function createZoneResolver(settings: TextSettings): (field: string) => number {
  const zone = createOwnZoneResolver(settings);
  const translations = settings.unsearchableFields.filter((path) =>
    `${path}.`.startsWith(translationsPrefix),
  );
  return (field) => {
    const translated = findTranslatedField(field);
    if (translated === null) return zone(field);
    return translations.some((path) => field === path || field.startsWith(`${path}.`))
      ? noZone
      : zone(translated);
  };
}

function createOwnZoneResolver(settings: TextSettings): (field: string) => number {
  const plainZone = createPlainZoneResolver(settings);
  const strict = listStrictZones(settings);
  if (strict.length === 0) return plainZone;
  const { disabledFields } = settings.typos;
  const first = 2 + settings.zones.length;
  return (field) => {
    const zone = plainZone(field);
    const at = strict.indexOf(zone);
    if (at < 0 || !disabledFields.some((parent) => field === parent || field.startsWith(`${parent}.`)))
      return zone;
    return first + at;
  };
}

/** The zones with fields where typos are disabled; the name is never divided. */
function listStrictZones(settings: TextSettings): number[] {
  const { disabledFields } = settings.typos;
  if (disabledFields.length === 0) return [];
  const zones = new Set(disabledFields.map(createPlainZoneResolver(settings)));
  zones.delete(0);
  zones.delete(noZone);
  return [...zones].sort((a, b) => a - b);
}

/** Masks over the counts of a posting (see `PostingSlice`) that select the zones where typos are allowed; null for all. */
export function buildTypoTolerantMasks(settings: TextSettings): Uint8Array | null {
  const { disabledFields } = settings.typos;
  if (disabledFields.length === 0) return null;
  const nameIsStrict = disabledFields.map(createPlainZoneResolver(settings)).includes(0);
  const count = countZones(settings);
  const tolerantEnd = count - listStrictZones(settings).length;
  const masks = new Uint8Array((count + 1) >> 1);
  for (let zone = nameIsStrict ? 1 : 0; zone < tolerantEnd; zone++) {
    masks[zone >> 1]! |= 0b1111 << ((zone & 1) * 4);
  }
  return masks;
}

function createPlainZoneResolver(settings: TextSettings): (field: string) => number {
  const zonesByField = new Map<string, number>();
  const assign = (zone: ZoneSettings, index: number): void => {
    for (const field of zone.fields) zonesByField.set(field, index);
  };
  settings.zones.forEach((zone, i) => assign(zone, i + 2));
  assign(settings.name, 0);
  for (const field of settings.unsearchableFields) zonesByField.set(field, noZone);
  const otherZone = settings.unsearchableFields.includes(otherFields) ? noZone : 1;
  return (field) => {
    const known = zonesByField.get(field);
    if (known !== undefined) return known;
    let zone = otherZone;
    for (let end = field.lastIndexOf('.'); end > 0; end = field.lastIndexOf('.', end - 1)) {
      const ancestorZone = zonesByField.get(field.slice(0, end));
      if (ancestorZone !== undefined) {
        zone = ancestorZone;
        break;
      }
    }
    zonesByField.set(field, zone);
    return zone;
  };
}
