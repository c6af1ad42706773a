import type { WhyNot as Answer } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { ItemPicker } from '../parts/item-picker.tsx';
import { ErrorNote } from '../parts/states.tsx';

/** Where one item is in the list of a search, or what keeps it out. */
export function WhyNot({ project, q, filters }: { project: string; q: string; filters: string }): ReactNode {
  const [item, setItem] = useState('');
  const asked = JSON.stringify([item, q, filters]);
  const answer = useLoad(asked, async (signal) =>
    item === ''
      ? null
      : service.whyNot(project, item, { q, ...(filters === '' ? {} : { filters }) }, { signal }),
  );
  return (
    <details className="pane">
      <summary>Where is an item, and why?</summary>
      <ItemPicker project={project} item={item} onItem={setItem} />
      {answer.error !== null && <ErrorNote error={answer.error} retry={answer.reload} />}
      {answer.value !== null && <Reasons answer={answer.value} />}
    </details>
  );
}

function Reasons({ answer }: { answer: Answer }): ReactNode {
  const ranking = answer.ranking?.['reasons'];
  return (
    <div role="status" className="stack tight">
      <ul className="reasons">
        {answer.reasons.map(({ code, text }) => (
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
