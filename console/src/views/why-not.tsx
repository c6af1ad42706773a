import type { WhyNotReply as Explanation } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { ItemPicker } from '../parts/item-picker.tsx';
import { ErrorNote } from '../parts/states.tsx';

/** The position of one item in a search, or the reasons why it is missing. */
export function WhyNot({ project, q, filters }: { project: string; q: string; filters: string }): ReactNode {
  const [item, setItem] = useState('');
  const key = JSON.stringify([item, q, filters]);
  const explanation = useLoad(key, async (signal) =>
    item === ''
      ? null
      : service.whyNot(project, item, { q, ...(filters === '' ? {} : { filters }) }, { signal }),
  );
  return (
    <details className="panel">
      <summary>Find an item in these results</summary>
      <ItemPicker project={project} item={item} onItem={setItem} />
      {explanation.error !== null && <ErrorNote error={explanation.error} retry={explanation.reload} />}
      {explanation.value !== null && <Reasons explanation={explanation.value} />}
    </details>
  );
}

function Reasons({ explanation }: { explanation: Explanation }): ReactNode {
  const ranking = explanation.ranking?.['reasons'];
  return (
    <div role="status" className="stack tight">
      <ul className="reasons">
        {explanation.reasons.map(({ code, text }) => (
          <li key={text}>
            <span className={code === 'listed' ? 'badge good' : 'badge'}>{code}</span> {text}
          </li>
        ))}
      </ul>
      {Array.isArray(ranking) && (
        <ol className="small soft">
          {ranking.map((reason: unknown) => (
            <li key={String(reason)}>{String(reason)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
