import type { WhyNotReply as Explanation } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { useMay } from '../app/identity.tsx';
import { Link, projectPath } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { AddSynonym } from '../parts/add-synonym.tsx';
import { ItemPicker } from '../parts/item-picker.tsx';
import { ErrorNote } from '../parts/states.tsx';

/** The position of one item in a search, or the reasons why it is missing. */
export function WhyNot({
  project,
  q,
  filters,
  onFixed,
}: {
  project: string;
  q: string;
  filters: string;
  /** Called once the item may be found. */
  onFixed: () => void;
}): ReactNode {
  const [item, setItem] = useState('');
  const key = JSON.stringify([item, q, filters]);
  const explanation = useLoad(key, async (signal) =>
    item === ''
      ? null
      : service.whyNot(project, item, { q, ...(filters === '' ? {} : { filters }) }, { signal }),
  );
  return (
    <details className="panel missing-product">
      <summary>Missing a product?</summary>
      <p className="small soft">Choose it to see where it is in these results, or why it is not.</p>
      <ItemPicker project={project} item={item} onItem={setItem} />
      {explanation.error !== null && <ErrorNote error={explanation.error} retry={explanation.reload} />}
      {explanation.value !== null && (
        <Reasons
          explanation={explanation.value}
          project={project}
          query={q}
          onFixed={() => {
            explanation.reload();
            onFixed();
          }}
        />
      )}
    </details>
  );
}

interface ReasonsProps {
  readonly explanation: Explanation;
  readonly project: string;
  readonly query: string;
  readonly onFixed: () => void;
}

function Reasons({ explanation, ...place }: ReasonsProps): ReactNode {
  const ranking = explanation.ranking?.['reasons'];
  return (
    <div role="status" className="stack tight">
      <ul className="reasons">
        {explanation.reasons.map((reason) => (
          <li key={reason.text}>
            <span>
              <span className={reason.code === 'listed' ? 'badge good' : 'badge'}>
                {reasonNames[reason.code]}
              </span>{' '}
              {reason.text}
            </span>
            <div className="row reason-fix">
              <ReasonFix reason={reason} item={explanation.item} {...place} />
            </div>
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

type Reason = Explanation['reasons'][number];

const reasonNames: Readonly<Record<Reason['code'], string>> = {
  inactive: 'Inactive',
  hidden: 'Hidden by a rule',
  collection: 'Not in the collection',
  filter: 'Filtered out',
  words: 'Words',
  variant: 'Variant',
  listed: 'Listed',
};

/** What removes a reason. */
function ReasonFix({
  reason: { code, rule },
  item,
  project,
  query,
  onFixed,
}: Omit<ReasonsProps, 'explanation'> & { readonly reason: Reason; readonly item: string }): ReactNode {
  const notify = useToast();
  const may = useMay();
  const activate = async (): Promise<void> => {
    try {
      await service.items.change(project, item, { active: true }, { by: 'id' });
      notify('Active. Searches find it now.');
      onFixed();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  const pin = `/rules?${new URLSearchParams({ query, action: 'pin', item }).toString()}`;
  switch (code) {
    case 'inactive':
      return (
        may('changeItem') && (
          <button type="button" className="button small" onClick={() => void activate()}>
            Make it active
          </button>
        )
      );
    case 'hidden':
      return (
        rule !== undefined && (
          <Link className="button small" to={projectPath(project, `/rules?rule=${encodeURIComponent(rule)}`)}>
            Open the rule
          </Link>
        )
      );
    case 'filter':
      return (
        <Link
          className="button small"
          to={projectPath(project, `/search?${new URLSearchParams({ q: query }).toString()}`)}
        >
          Search without filters
        </Link>
      );
    case 'words':
      return (
        <>
          {may('changeSynonyms') && (
            <AddSynonym label="Add a synonym" project={project} query={query} onClose={onFixed} />
          )}
          {may('changeRules') && (
            <Link className="button small" to={projectPath(project, pin)}>
              Pin it
            </Link>
          )}
        </>
      );
    case 'listed':
      return (
        query !== '' &&
        may('changeRules') && (
          <Link className="button small" to={projectPath(project, pin)}>
            Pin it to the top
          </Link>
        )
      );
    default:
      return null;
  }
}
