import type { ImportedFile } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { counted } from '../../parts/formats.ts';

/** What was read otherwise than the file has it, or looks wrong. */
export function FileWarnings({
  warnings = [],
}: {
  warnings: ImportedFile['warnings'] | undefined;
}): ReactNode {
  if (warnings.length === 0) return null;
  return (
    <div className="note warn" role="status">
      {warnings.map(({ code, column, detail, line, lines }) => (
        <span key={`${code} ${column}`} className="wrap-anywhere">
          {detail}
          {line !== null &&
            (lines === 1 ? `: line ${line}` : `: ${counted(lines, 'line')}, the first is ${line}`)}
        </span>
      ))}
    </div>
  );
}
