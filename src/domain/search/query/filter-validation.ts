import { evictOldest } from '../../../lib/evict-oldest.ts';
import { closestName } from '../../../lib/nearest-name.ts';
import type { Warning } from '../../../ports/errors.ts';
import { isTextField } from '../../../ports/item-fields.ts';
import type { TextIndex } from '../../../ports/text.ts';

/** What the items of a project have in their fields. */
export type ItemFields = Pick<TextIndex, 'fieldTypes' | 'fieldNames'>;

/** Warnings about one filter. */
const warningsMax = 20;

/**
 * Finds conditions that no item can satisfy. A value that is no number, compared with a field of numbers, is refused: such a filter
 * is a mistake whatever the catalog. What the items of today do not have may be there tomorrow, so that it is only warned of.
 */
export class FilterValidator {
  readonly #items: ItemFields | null;
  readonly #warnings: Warning[] | null;
  readonly #path: string;

  /** `items`: null where the catalog plays no part, as when a rule is read; `warnings` hears of what is odd. */
  constructor(items: ItemFields | null, warnings: Warning[] | null, path: string) {
    this.#items = items;
    this.#warnings = warnings;
    this.#path = path;
  }

  /** What the value must be for the field to equal it; null where it can. `at`: the position of the field in the filter. */
  equals(field: string, value: string, at: number): string | null {
    const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
    if (isNumber) return this.#known(field, at);
    if (this.#isNumeric(field)) return `a number, or a range such as 5..50, as ${field} holds only numbers`;
    const kinds = this.#items?.fieldTypes(field) ?? null;
    const isFlag = kinds?.booleans === true && !kinds.numbers && !kinds.texts;
    if (isFlag && !/^(true|false)$/i.test(value.trim()))
      this.#warn('never_true', at, `no item has ${shown(value)} in ${shown(field)}, which is true or false`);
    return this.#known(field, at);
  }

  /** What the bounds must be for the field to be within them; null where it can. */
  range(field: string, dates: boolean, at: number): string | null {
    if (dates && field === 'price') return `numbers, as ${field} holds only numbers`;
    const kinds = this.#items?.fieldTypes(field) ?? null;
    if (kinds !== null && !kinds.inRanges(dates)) {
      const held = dates ? 'neither dates nor numbers' : 'no numbers';
      this.#warn('never_true', at, `${shown(field)} holds ${held}, so that it is in no such range`);
    }
    return this.#known(field, at);
  }

  /** A field that holds objects: places, or the elements of a list. */
  objects(field: string, at: number): void {
    if (this.#items !== null && this.#below(field) === undefined) this.#unknown(field, at);
  }

  /** By definition, or as all items have it. Sizes and codes are texts, also where all of them are written as numbers. */
  #isNumeric(field: string): boolean {
    if (field === 'price') return true;
    const kinds = this.#items?.fieldTypes(field) ?? null;
    if (kinds === null || field.split('.').some(isTextField)) return false;
    return kinds.numbers && !kinds.texts && !kinds.booleans;
  }

  #known(field: string, at: number): null {
    if (this.#items !== null && this.#items.fieldTypes(field) === null) this.#unknown(field, at);
    return null;
  }

  #unknown(field: string, at: number): void {
    const names = this.#items?.fieldNames() ?? new Set<string>();
    // Of an empty catalog nothing is known.
    if (!names.has('id')) return;
    const inner = this.#below(field);
    const hint =
      inner === undefined
        ? didYouMean(field, names)
        : `: it holds objects, name a field of them, such as ${shown(inner)}`;
    this.#warn('unknown_field', at, `no item has a value in ${shown(field)}${hint}`);
  }

  /** A field within the objects that the field holds. */
  #below(field: string): string | undefined {
    const prefix = `${field}.`;
    for (const name of this.#items?.fieldNames() ?? []) if (name.startsWith(prefix)) return name;
    return undefined;
  }

  #warn(code: string, at: number, text: string): void {
    if (this.#warnings === null || this.#warnings.length >= warningsMax) return;
    const detail = `${this.#path}, position ${at}: ${text}`;
    this.#warnings.push({ code, path: this.#path, detail });
  }
}

/** Hints for fields that are asked for again and again, as long as the names are the same. */
const hints = new WeakMap<ReadonlySet<string>, Map<string, string>>();
const hintsMax = 1_000;

function didYouMean(field: string, names: ReadonlySet<string>): string {
  const known = hints.get(names) ?? new Map<string, string>();
  hints.set(names, known);
  let hint = known.get(field);
  if (hint === undefined) {
    const near = closestName(field, names);
    hint = near === undefined ? '' : `: did you mean ${shown(near)}?`;
    known.set(field, hint);
    evictOldest(known, hintsMax);
  }
  return hint;
}

function shown(text: string): string {
  return `\`${text.slice(0, 100).toWellFormed()}\``;
}
