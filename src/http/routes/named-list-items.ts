import {
  createNotFoundError,
  findItemByKinds,
  quoteName,
  type ItemNameKind,
  type NamingPorts,
} from '../../domain/catalog/named-items.ts';
import { defineNaming } from '../../domain/catalog/naming-field.ts';
import type { Call } from '../operation.ts';
import { defineParameter, type Parameter } from '../requests/parameters.ts';

const description =
  'What the items of the request are named by: `id` (default), `sku`, `groupId` or `url`, or several of these in the order in which they are tried. A `groupId` stands for an active item of the product.';

/** What the items of a request for a list are named by. */
export const listNaming: Parameter<ItemNameKind[]> = defineParameter(
  { description },
  defineNaming(description),
  ['id'],
);

/** The members of a request that name items. */
interface NamedItems {
  readonly by: readonly ItemNameKind[];
  readonly item?: string | readonly string[] | null;
  readonly items?: readonly string[];
  readonly seen?: readonly string[];
  readonly session?: string | readonly string[] | null;
  readonly exclude: readonly string[];
  readonly shown: readonly string[];
}

/**
 * The body with the ids of its items. Those that the list is for must exist (`refuse`), or are left out with a warning (`warn`); others
 * that are unknown have no effect. @throws VitrineError item_not_found, item_ambiguous, invalid_request
 */
export async function withItemIds<B extends NamedItems>(
  call: Pick<Call, 'restrictions' | 'warnings'> & { readonly project: NamingPorts },
  body: B,
  unknown: 'refuse' | 'warn',
): Promise<B> {
  const { by } = body;
  if (by.every((kind) => kind === 'id')) return body;
  const ids = new Map<string, string | null>();
  const findId = async (name: string): Promise<string | null> => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const item = await findItemByKinds(call.project, call.restrictions, { by, name });
    const id = item?.id ?? null;
    ids.set(name, id);
    return id;
  };
  const readKnown = async (names: readonly string[], path: string | null): Promise<string[]> => {
    const known: string[] = [];
    for (const name of names) {
      const id = await findId(name);
      if (id !== null) known.push(id);
      else if (path !== null && unknown === 'refuse') throw createNotFoundError({ by: by.join(', '), name });
      else if (path !== null) {
        const detail = `There is no item with the ${by.join(', ')} ${quoteName(name)}: the list is made without it`;
        call.warnings.push({ code: 'item_unknown', path, detail });
      }
    }
    return known;
  };
  const { item, items, seen, session, exclude, shown } = body;
  return {
    ...body,
    ...(typeof item === 'string' ? { item: (await readKnown([item], 'item'))[0] ?? null } : {}),
    ...(typeof item === 'object' && item !== null ? { item: await readKnown(item, 'item') } : {}),
    ...(items === undefined ? {} : { items: await readKnown(items, 'items') }),
    ...(seen === undefined ? {} : { seen: await readKnown(seen, null) }),
    ...(typeof session === 'object' && session !== null ? { session: await readKnown(session, null) } : {}),
    exclude: await readKnown(exclude, null),
    shown: await readKnown(shown, null),
  };
}
