import type { SearchReply } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { useLanguage } from '../texts/language.ts';
import type { LoggedRequest } from './request-log.ts';

/** How a query was understood and what it found. */
export function SearchFacts({ request }: { readonly request: LoggedRequest }): ReactNode {
  const { texts, number } = useLanguage();
  const { pane } = texts;
  const {
    total,
    correctedQuery,
    understood = [],
    fallback,
    semantic,
    rules,
    confidence,
  } = request.reply as SearchReply;
  const facts = [
    pane.hits(number(total)),
    correctedQuery === null ? null : pane.corrected(correctedQuery),
    understood.length === 0
      ? null
      : `${pane.understood}: ${understood.map(({ filter }) => filter).join(', ')}`,
    fallback === null ? null : pane.fallback[fallback],
    semantic?.used === true ? pane.semantic(semantic.added) : null,
    rules.length === 0 ? null : pane.rules(rules.join(', ')),
    confidence === undefined ? null : pane.confidence(confidence),
  ];
  return (
    <ul className="facts-list">
      {facts
        .filter((fact) => fact !== null)
        .map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
    </ul>
  );
}
