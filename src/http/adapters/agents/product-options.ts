import { readTexts } from '../../../lib/json-values.ts';
import type { SelectedOption } from './catalog-requests.ts';
import type { SellableItem } from './sellable-item.ts';

/** Fields that tell variants apart where the settings name none, the most usual first. */
const usualFields =
  'color colour farbe size größe material pattern style finish flavor flavour scent capacity length width'.split(
    ' ',
  );

/** The option fields that the variants of a product have, as the items spell them; of a single variant, none. */
export function listOptionFields(variants: readonly SellableItem[], set: readonly string[]): string[] {
  if (variants.length < 2) return [];
  const optionNames = (set.length > 0 ? set : usualFields).map((name) => name.toLowerCase());
  const names = new Set(variants.flatMap(({ fields }) => Object.keys(fields)));
  return [...names]
    .filter((name) => optionNames.includes(name.toLowerCase()))
    .filter((name) => variants.some((variant) => readLabel(variant, name) !== null))
    .toSorted(
      (one, other) => optionNames.indexOf(one.toLowerCase()) - optionNames.indexOf(other.toLowerCase()),
    );
}

export function readLabel({ fields }: SellableItem, name: string): string | null {
  return readTexts(fields, name)[0] ?? null;
}

export function readOptions(variant: SellableItem, names: readonly string[]): SelectedOption[] {
  return names.flatMap((name) => {
    const label = readLabel(variant, name);
    return label === null ? [] : [{ name, label }];
  });
}

/** Whether a variant has all of these options. Names and labels ignore case, as agents repeat them from conversations. */
export function hasOptions(variant: SellableItem, options: readonly SelectedOption[]): boolean {
  return options.every(({ name, label }) =>
    Object.keys(variant.fields).some(
      (field) =>
        field.toLowerCase() === name.toLowerCase() &&
        readLabel(variant, field)?.toLowerCase() === label.toLowerCase(),
    ),
  );
}

/**
 * The options that at least one variant has together: those that were asked for, without the last ones of `preferences`, and before
 * these those that it does not name, as far as no variant has all.
 */
export function listEffectiveOptions(
  variants: readonly SellableItem[],
  selected: readonly SelectedOption[],
  preferences: readonly string[],
): SelectedOption[] {
  const rankOption = ({ name }: SelectedOption): number => {
    const rank = preferences.findIndex((one) => one.toLowerCase() === name.toLowerCase());
    return rank < 0 ? preferences.length : rank;
  };
  const kept = selected.toSorted((one, other) => rankOption(one) - rankOption(other));
  while (!variants.some((variant) => hasOptions(variant, kept))) kept.pop();
  return selected.filter((option) => kept.includes(option));
}

/** All values of the options; with `selected`, whether a variant has a value together with the other selected options, and can be bought. */
export function listProductOptions(
  variants: readonly SellableItem[],
  names: readonly string[],
  signals: {
    readonly selected: readonly SelectedOption[];
    readonly isAvailable: (item: SellableItem) => boolean;
  } | null,
): object[] {
  return names.map((name) => {
    const labels = new Set(variants.flatMap((variant) => readLabel(variant, name) ?? []));
    const others = signals?.selected.filter((one) => one.name.toLowerCase() !== name.toLowerCase()) ?? [];
    // One pass finds all labels: a product may have a thousand variants.
    const byLabel = Map.groupBy(
      signals === null ? [] : variants.filter((variant) => hasOptions(variant, others)),
      (variant) => readLabel(variant, name)?.toLowerCase(),
    );
    return {
      name,
      values: [...labels].map((label) => {
        if (signals === null) return { label };
        const matching = byLabel.get(label.toLowerCase()) ?? [];
        return { label, available: matching.some(signals.isAvailable), exists: matching.length > 0 };
      }),
    };
  });
}
