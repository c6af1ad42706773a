import type { FrontSettings, RecommendationPlacement } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { ErrorAt } from '../../app/field-errors.ts';
import { usePlacements } from '../../app/placements.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';

type FrontList = FrontSettings['lists'][number];

const listsMax = 20;
const pages = [
  ['home', 'Home page'],
  ['product', 'Product pages'],
  ['category', 'Category pages'],
  ['cart', 'Cart'],
  ['all', 'All pages'],
] as const;
const positions = [
  ['after', 'After the element'],
  ['before', 'Before the element'],
  ['start', 'In the element, first'],
  ['end', 'In the element, last'],
] as const;

/** The page on which a placement is most useful, by its list. */
function suggestPage({ list }: RecommendationPlacement): FrontList['pages'] {
  return list === 'similar' ? 'product' : list === 'together' ? 'cart' : 'home';
}

/** Lists of recommendations, and where they stand. `onPick` lets a place be clicked in the preview. */
export function FrontLists({
  project,
  lists,
  picking,
  errorAt,
  onLists,
  onPick,
}: {
  project: string;
  lists: FrontSettings['lists'];
  /** The list whose place is being picked; null means none. */
  picking: number | null;
  errorAt: ErrorAt;
  onLists: (lists: FrontSettings['lists']) => void;
  onPick: (index: number | null) => void;
}): ReactNode {
  const placements = usePlacements(project);
  const change = (index: number, next: Partial<FrontList>): void =>
    onLists(lists.map((list, at) => (at === index ? { ...list, ...next } : list)));
  const add = (placement: RecommendationPlacement): void =>
    onLists([
      ...lists,
      {
        placement: placement.id,
        selector: 'main',
        position: 'end',
        pages: suggestPage(placement),
        title: '',
      },
    ]);
  if (placements?.length === 0)
    return (
      <p>
        No placements yet. <Link to={projectPath(project, '/placements')}>Add one</Link> to show
        recommendations.
      </p>
    );
  return (
    <div className="stack">
      {lists.map((list, index) => (
        <fieldset key={index} className="front-list stack tight">
          <legend className="visually-hidden">{`List ${index + 1}`}</legend>
          <div className="row front-list-head">
            <strong>{list.title === '' ? list.placement : list.title}</strong>
            <button
              type="button"
              className="button icon quiet small"
              aria-label={`Remove the list ${list.placement}`}
              onClick={() => onLists(lists.filter((_, at) => at !== index))}
            >
              <Icon name="close" size={16} />
            </button>
          </div>
          <SelectField
            label="Placement"
            value={list.placement}
            onValue={(placement) => change(index, { placement })}
            options={[...new Set([list.placement, ...(placements ?? []).map(({ id }) => id)])].map(
              (id) => [id, id] as const,
            )}
          />
          <Field
            label="Heading"
            placeholder={placements?.find(({ id }) => id === list.placement)?.title ?? ''}
            value={list.title}
            onValue={(title) => change(index, { title })}
            error={errorAt(`lists[${index}].title`)}
          />
          <SelectField
            label="On"
            value={list.pages}
            onValue={(value) => change(index, { pages: value as FrontList['pages'] })}
            options={pages}
          />
          <Field
            label="Element (CSS selector)"
            className="code"
            spellCheck={false}
            value={list.selector}
            onValue={(selector) => change(index, { selector })}
            error={errorAt(`lists[${index}].selector`)}
          />
          <div className="row">
            <button
              type="button"
              className="button small"
              aria-pressed={picking === index}
              onClick={() => onPick(picking === index ? null : index)}
            >
              {picking === index ? 'Click a place in the page …' : 'Pick on the page'}
            </button>
          </div>
          <SelectField
            label="Position"
            value={list.position}
            onValue={(value) => change(index, { position: value as FrontList['position'] })}
            options={positions}
          />
        </fieldset>
      ))}
      {lists.length < listsMax && (
        <div className="row" role="group" aria-label="Add a list">
          {(placements ?? []).map((placement) => (
            <button key={placement.id} type="button" className="button small" onClick={() => add(placement)}>
              <Icon name="plus" size={16} />
              {placement.title ?? placement.id}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
