import { evictOldest } from '../../lib/evict-oldest.ts';
import { findNearestName } from '../../lib/nearest-name.ts';
import type { Warning } from '../../ports/errors.ts';
import { isTextField } from '../../ports/catalog/item-fields.ts';
import type { TextIndex } from '../../ports/search/text.ts';

/** The fields of a catalog. */
export type ItemFields = Pick<TextIndex, 'findFieldTypes' | 'listFieldNames'>;

/** Maximum of warnings for a filter. */
const warningsMax = 20;

/**
 * Finds conditions that no item can satisfy. Comparing a numeric field with a text is an error for any catalog. A missing
 * field or value may be added later and gives only a warning.
 */
export class FilterValidator {
  readonly #items: ItemFields | null;
  readonly #warnings: Warning[] | null;
  readonly #path: string;

  /** `items` is null without a catalog, as for rules. `warnings` collects warnings. */
  constructor(items: ItemFields | null, warnings: Warning[] | null, path: string) {
    this.#items = items;
    this.#warnings = warnings;
    this.#path = path;
  }

  /** The expected kind of value if the field can never equal this one; otherwise null. `at` is the position of the field in the filter. */
  checkEquality(field: string, value: string, at: number): string | null {
    const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
    if (isNumber) return this.#requireKnownField(field, at);
    if (this.#isNumeric(field)) return `a number, or a range such as 5..50, as ${field} holds only numbers`;
    const kinds = this.#items?.findFieldTypes(field) ?? null;
    const isFlag = kinds?.booleans === true && !kinds.numbers && !kinds.texts;
    if (isFlag && !/^(true|false)$/i.test(value.trim()))
      this.#warn(
        'never_true',
        at,
        `no item has ${quoteText(value)} in ${quoteText(field)}, which is true or false`,
      );
    return this.#requireKnownField(field, at);
  }

  /** The expected kind of bounds if the field can never be in range; otherwise null. */
  checkRange(field: string, dates: boolean, at: number): string | null {
    if (dates && field === 'price') return `numbers, as ${field} holds only numbers`;
    const kinds = this.#items?.findFieldTypes(field) ?? null;
    if (kinds !== null && !kinds.inRanges(dates)) {
      const held = dates ? 'neither dates nor numbers' : 'no numbers';
      this.#warn('never_true', at, `${quoteText(field)} holds ${held}, so that it is in no such range`);
    }
    return this.#requireKnownField(field, at);
  }

  /** A field of objects: geo points, or the elements of a list. */
  warnOfObjectField(field: string, at: number): void {
    if (this.#items !== null && this.#findMemberField(field) === undefined)
      this.#warnOfUnknownField(field, at);
  }

  /** Numeric by definition or in all items. Sizes and codes are texts even if all of them look like numbers. */
  #isNumeric(field: string): boolean {
    if (field === 'price') return true;
    const kinds = this.#items?.findFieldTypes(field) ?? null;
    if (kinds === null || field.split('.').some(isTextField)) return false;
    return kinds.numbers && !kinds.texts && !kinds.booleans;
  }

  #requireKnownField(field: string, at: number): null {
    if (this.#items !== null && this.#items.findFieldTypes(field) === null)
      this.#warnOfUnknownField(field, at);
    return null;
  }

  #warnOfUnknownField(field: string, at: number): void {
    const names = this.#items?.listFieldNames() ?? new Set<string>();
    // An empty catalog has no fields to compare with.
    if (!names.has('id')) return;
    const inner = this.#findMemberField(field);
    const hint =
      inner === undefined
        ? suggestField(field, names)
        : `: it holds objects, name a field of them, such as ${quoteText(inner)}`;
    this.#warn('unknown_field', at, `no item has a value in ${quoteText(field)}${hint}`);
  }

  /** A field inside the objects of the field, as a hint. */
  #findMemberField(field: string): string | undefined {
    const prefix = `${field}.`;
    for (const name of this.#items?.listFieldNames() ?? []) if (name.startsWith(prefix)) return name;
    return undefined;
  }

  #warn(code: string, at: number, text: string): void {
    if (this.#warnings === null || this.#warnings.length >= warningsMax) return;
    const detail = `${this.#path}, position ${at}: ${text}`;
    this.#warnings.push({ code, path: this.#path, detail });
  }
}

/** Cached hints; valid while the field names are the same object. */
const hints = new WeakMap<ReadonlySet<string>, Map<string, string>>();
const hintsMax = 1_000;

function suggestField(field: string, names: ReadonlySet<string>): string {
  const hintByName = hints.get(names) ?? new Map<string, string>();
  hints.set(names, hintByName);
  let hint = hintByName.get(field);
  if (hint === undefined) {
    const near = findNearestName(field, names);
    hint = near === undefined ? '' : `: did you mean ${quoteText(near)}?`;
    hintByName.set(field, hint);
    evictOldest(hintByName, hintsMax);
  }
  return hint;
}

function quoteText(text: string): string {
  return `\`${text.slice(0, 100).toWellFormed()}\``;
}
