import { useEffect, useRef, useState, type ReactNode } from 'react';
import { usePlacements } from '../../app/placements.ts';
import { Field } from '../../parts/field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ActionSection } from './action-section.tsx';
import { BoostRows, newBoost } from './boost-rows.tsx';
import { ConditionsEditor } from './condition-editor.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { Hidden, Pins, type ActionOptions } from './item-actions.tsx';
import { Redirect, UserData, Words } from './query-actions.tsx';
import { actionKinds, hasAction, withoutAction, type ActionKind } from './rule-status.ts';
import { isGeneratedId } from './rule-title.ts';

const actions: Readonly<Record<ActionKind, { add: string; title: string; hint: string }>> = {
  pin: {
    add: 'Pin items',
    title: 'Pinned positions',
    hint: 'Pinned items keep their position, even if they do not match the query.',
  },
  hide: {
    add: 'Hide items',
    title: 'Hide',
    hint: 'Removes items from results, totals, facets and suggestions.',
  },
  filter: { add: 'Show only', title: 'Show only', hint: 'Lists only the items that match a filter.' },
  boost: {
    add: 'Boost',
    title: 'Boost',
    hint: 'Matching items rank higher among items with the same number of matching words.',
  },
  bury: {
    add: 'Bury',
    title: 'Bury',
    hint: 'Matching items rank lower among items with the same number of matching words.',
  },
  words: {
    add: 'Change words',
    title: 'Change words',
    hint: 'Searches for other words than the shopper typed.',
  },
  facets: {
    add: 'Order facets',
    title: 'Facets first',
    hint: 'Shows these facets before all others.',
  },
  redirect: {
    add: 'Redirect',
    title: 'Redirect',
    hint: 'Sends shoppers to a page instead of showing results. Your shop must follow it.',
  },
  userData: {
    add: 'Banner',
    title: 'Banner',
    hint: 'Shown with the products. The script for shops shows it; pages of your own need a developer.',
  },
};

/** The form of one rule. `title`: what lists call it; `reveal`: the action whose fields are open at first. */
export function RuleEditor(options: ActionOptions & { title: string; reveal: ActionKind | null }): ReactNode {
  const { project, draft, title, set, errorAt, reveal } = options;
  const placements = usePlacements(project);
  const [revealed, setRevealed] = useState<readonly ActionKind[]>(reveal === null ? [] : [reveal]);
  const shown = actionKinds.filter((kind) => hasAction(draft, kind) || revealed.includes(kind));
  const add = (kind: ActionKind): void => {
    setRevealed([...revealed, kind]);
    if (kind === 'boost') set({ boosts: [newBoost] });
    if (kind === 'bury') set({ buries: [newBoost] });
    if (kind === 'words') set({ replacements: [{ from: '', to: '' }] });
  };
  const remove = (kind: ActionKind): void => {
    setRevealed(revealed.filter((other) => other !== kind));
    set(withoutAction(draft, kind));
  };
  const ruleError = errorAt('');
  return (
    <div className="stack">
      <NameField {...{ draft, title, set, errorAt }} />
      <ConditionsEditor
        project={project}
        conditions={draft.conditions}
        placements={placements ?? []}
        onConditions={(conditions) => set({ conditions })}
        errorAt={errorAt}
      />
      <h3 className="rule-then">Then</h3>
      {shown.map((kind) => (
        <Revealed key={kind} focus={revealed.includes(kind)}>
          <ActionSection title={actions[kind].title} hint={actions[kind].hint} onRemove={() => remove(kind)}>
            <ActionFields {...options} kind={kind} />
          </ActionSection>
        </Revealed>
      ))}
      {shown.length < actionKinds.length && (
        <div className="row" role="group" aria-label="Add an action">
          {actionKinds
            .filter((kind) => !shown.includes(kind))
            .map((kind) => (
              <button key={kind} type="button" className="button small" onClick={() => add(kind)}>
                <Icon name="plus" size={16} />
                {actions[kind].add}
              </button>
            ))}
        </div>
      )}
      {ruleError !== undefined && (
        <p className="note bad" role="alert">
          {ruleError}
        </p>
      )}
      <div className="columns">
        <DateField
          label="Start date"
          hint="Leave empty to start immediately."
          value={draft.from}
          onValue={(from) => set({ from })}
          error={errorAt('from')}
        />
        <DateField
          label="End date"
          hint="Includes this day. Leave empty for no end."
          value={draft.until}
          onValue={(until) => set({ until })}
          error={errorAt('until')}
        />
      </div>
    </div>
  );
}

/** The name names a new rule; a saved rule keeps its id, which replies and reports contain. */
function NameField({
  draft,
  title,
  set,
  errorAt,
}: Omit<ActionOptions, 'project'> & { title: string }): ReactNode {
  // Of a rule that has no name yet: what it is called stands in the empty field.
  const [generated] = useState(isGeneratedId(draft.id) ? draft.id : null);
  if (draft.original === null)
    return (
      <Field
        label="Rule name"
        placeholder={title}
        value={draft.id === generated ? '' : draft.id}
        onValue={(id) => set({ id: id === '' && generated !== null ? generated : id })}
        error={errorAt('id')}
      />
    );
  return (
    <Field
      label="Rule name"
      hint={`Id in replies: ${draft.id}`}
      placeholder={title}
      value={draft.name}
      onValue={(name) => set({ name })}
      error={errorAt('name') ?? errorAt('id')}
    />
  );
}

function ActionFields({ kind, ...options }: ActionOptions & { kind: ActionKind }): ReactNode {
  const { draft, set, errorAt } = options;
  switch (kind) {
    case 'pin':
      return <Pins {...options} />;
    case 'hide':
      return <Hidden {...options} />;
    case 'filter':
      return (
        <FilterField
          project={options.project}
          label="Only items matching"
          placeholder="brand:Nike AND stock > 0"
          isRequired
          value={draft.filter}
          onValue={(filter) => set({ filter })}
          error={errorAt('filter')}
        />
      );
    case 'boost':
      return (
        <BoostRows
          project={options.project}
          verb="Boost"
          member="boost"
          boosts={draft.boosts}
          onBoosts={(boosts) => set({ boosts })}
          errorAt={errorAt}
        />
      );
    case 'bury':
      return (
        <BoostRows
          project={options.project}
          verb="Bury"
          member="bury"
          boosts={draft.buries}
          onBoosts={(buries) => set({ buries })}
          errorAt={errorAt}
        />
      );
    case 'words':
      return <Words {...options} />;
    case 'facets':
      return (
        <Field
          label="Fields of the facets"
          hint="In their order, separated by commas."
          placeholder="size, color"
          spellCheck={false}
          value={draft.facets}
          onValue={(facets) => set({ facets })}
          error={errorAt('facets')}
        />
      );
    case 'redirect':
      return <Redirect {...options} />;
    default:
      return <UserData {...options} />;
  }
}

/** Moves the focus to the first field once the section appears. */
function Revealed({ focus, children }: { focus: boolean; children: ReactNode }): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) area.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return <div ref={area}>{children}</div>;
}
