/** The fields of a cap: at most some items with the same value. Numbers are texts, as typed. */
export interface CapDraft {
  readonly field: string;
  readonly max: string;
  /** Empty: in the whole list. */
  readonly window: string;
}

interface Cap {
  readonly field: string;
  readonly max: number;
  readonly window?: number | undefined;
}

export const capDraftsOf = (caps: readonly Cap[]): CapDraft[] =>
  caps.map(({ field, max, window }) => ({
    field,
    max: String(max),
    window: window === undefined ? '' : String(window),
  }));

/** In the format of the API, which checks numbers. Rows without a field are left out. */
export function capsOf(drafts: readonly CapDraft[]): unknown[] {
  return drafts
    .filter(({ field }) => field.trim() !== '')
    .map(({ field, max, window }) => {
      const positions = numberOf(window);
      return {
        field: field.trim(),
        max: numberOf(max),
        ...(positions === undefined ? {} : { window: positions }),
      };
    });
}

/** A text that is no number stays one, for the API to report; undefined where it is blank. */
export function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}
