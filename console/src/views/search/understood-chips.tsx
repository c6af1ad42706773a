import type { SearchReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icons.tsx';

/** What was read from the query, each part removable: its words are searched for instead. */
export function UnderstoodChips({
  parts,
  asWords,
  onAsWords,
}: {
  parts: NonNullable<SearchReply['understood']>;
  /** Fields whose values stay words. */
  asWords: readonly string[];
  onAsWords: (fields: readonly string[]) => void;
}): ReactNode {
  if (parts.length === 0 && asWords.length === 0) return null;
  return (
    <ul className="chips" aria-label="Understood in the query">
      {parts.map(({ start, text, field, filter, as }) => (
        <li key={start} className="chip">
          <span title={filter}>
            <span className="soft">{as === 'filter' ? `${field}: ` : `${field} first: `}</span>
            {text}
          </span>
          <button type="button" onClick={() => onAsWords([...new Set([...asWords, field])])}>
            <Icon name="close" size={14} />
            <span className="visually-hidden">
              Search for the word “{text}” instead of {field}
            </span>
          </button>
        </li>
      ))}
      {asWords.map((field) => (
        <li key={field} className="chip off">
          <span>{field} as words</span>
          <button type="button" onClick={() => onAsWords(asWords.filter((other) => other !== field))}>
            <Icon name="close" size={14} />
            <span className="visually-hidden">Understand {field} in the query again</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
