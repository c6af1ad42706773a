import { limits } from '../../../ports/limits.ts';
import type { FileWarning } from './file-findings.ts';

/** Collects the warnings of a file, one for each code and column. */
export class FileWarnings {
  readonly #warnings = new Map<string, { warning: FileWarning; lines: number }>();

  /** `line` null means it concerns the whole file. */
  add({ code, column, detail, line }: Omit<FileWarning, 'lines'>): void {
    const key = JSON.stringify([code, column]);
    const existing = this.#warnings.get(key);
    if (existing !== undefined) existing.lines++;
    else if (this.#warnings.size < limits.importWarningsMax)
      this.#warnings.set(key, {
        warning: { code, column: column?.slice(0, 100) ?? null, detail, line, lines: 0 },
        lines: line === null ? 0 : 1,
      });
  }

  list(): readonly FileWarning[] {
    return [...this.#warnings.values()].map(({ warning, lines }) => ({ ...warning, lines }));
  }
}
