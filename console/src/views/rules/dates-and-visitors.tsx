import type { ReactNode } from 'react';
import { DateField } from '../../parts/date-field.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { RuleDraft } from './rule-draft.ts';
import type { VisitorDraft } from './visitor-draft.ts';

const visitors = [
  ['any', 'Everyone'],
  ['new', 'New visitors'],
  ['returning', 'Returning visitors'],
] as const satisfies readonly (readonly [VisitorDraft['is'], string])[];

/** When a rule acts and for whom, without opening it. */
export function DatesAndVisitors({
  title,
  draft,
  set,
}: {
  title: string;
  draft: RuleDraft;
  set: (next: Partial<RuleDraft>) => void;
}): ReactNode {
  const [first] = draft.conditions;
  const setVisitors = (is: string): void =>
    set({
      conditions: draft.conditions.map((condition) => ({
        ...condition,
        visitor: { ...condition.visitor, is: is as VisitorDraft['is'] },
      })),
    });
  return (
    <Menu
      label={
        <>
          Dates and visitors<span className="visually-hidden"> of {title}</span>
        </>
      }
      name={`Dates and visitors of ${title}`}
    >
      {() => (
        <>
          <DateField label="From" value={draft.from} onValue={(from) => set({ from })} />
          <DateField
            label="To"
            hint="Includes this day."
            value={draft.until}
            onValue={(until) => set({ until })}
          />
          {first !== undefined && (
            <SelectField label="Shown to" value={first.visitor.is} onValue={setVisitors} options={visitors} />
          )}
        </>
      )}
    </Menu>
  );
}
