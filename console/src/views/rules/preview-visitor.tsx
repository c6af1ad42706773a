import type { Rule, VisitorCondition } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useItemNames } from '../../app/shown-items.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { capitalized } from '../../parts/formats.ts';
import { conditionsOf } from './condition-draft.ts';
import { visitorDraftOf } from './visitor-draft.ts';
import { itemsOfVisitor, visitorText } from './visitor-sentence.ts';

/** Whom a preview shows: no visitor, a user, an anonymous session, or a segment as JSON. */
export interface PreviewVisitor {
  readonly choice: string;
  /** The id of the user or session. */
  readonly id: string;
}

const anyone = '';
const aUser = 'user';
const aSession = 'session';
export const anyVisitorChoice: PreviewVisitor = { choice: anyone, id: '' };
const common: readonly VisitorCondition[] = [{ is: 'new' }, { is: 'returning' }];

export function segmentChoice(segment: VisitorCondition | undefined): PreviewVisitor {
  return { choice: segment === undefined ? anyone : JSON.stringify(segment), id: '' };
}

/** The members of a preview's request. */
export function visitorMembers({ choice, id }: PreviewVisitor): {
  user?: string;
  session?: string;
  segment?: VisitorCondition;
} {
  if (choice === anyone) return {};
  if (choice !== aUser && choice !== aSession) return { segment: JSON.parse(choice) as VisitorCondition };
  return id.trim() === '' ? {} : { [choice]: id.trim() };
}

/** Ids of the items that the visitors of a rule viewed or bought. */
function itemsOfVisitors(rule: Rule): string[] {
  return conditionsOf(rule).flatMap(({ visitor }) => itemsOfVisitor(visitorDraftOf(visitor)));
}

/** A choice among the segments of the rules, new and returning visitors, users and sessions. */
export function PreviewVisitorFields({
  project,
  rules,
  visitor,
  onVisitor,
}: {
  project: string;
  rules: readonly Rule[];
  visitor: PreviewVisitor;
  onVisitor: (visitor: PreviewVisitor) => void;
}): ReactNode {
  const { choice, id } = visitor;
  const names = useItemNames(project, rules.flatMap(itemsOfVisitors));
  const nameOf = (item: string): string => names.get(item) ?? item;
  const isKnown = choice === aUser || choice === aSession;
  const own = rules.flatMap((rule) => conditionsOf(rule).flatMap((one) => one.visitor ?? []));
  const texts = new Set([...own, ...common].map((segment) => JSON.stringify(segment)));
  if (choice !== anyone && !isKnown) texts.add(choice);
  const segments = Array.from(texts, (text) => {
    const segment = JSON.parse(text) as VisitorCondition;
    return [text, capitalized(visitorText(visitorDraftOf(segment), nameOf))] as const;
  });
  return (
    <>
      <SelectField
        label="Visitor"
        value={choice}
        onValue={(next) => onVisitor({ ...visitor, choice: next })}
        options={[[anyone, 'Anyone'], ...segments, [aUser, 'A customer …'], [aSession, 'A visit …']]}
      />
      {isKnown && (
        <Field
          label={choice === aUser ? 'Id of the customer' : 'Id of the visit'}
          spellCheck={false}
          autoFocus
          value={id}
          onValue={(next) => onVisitor({ ...visitor, id: next })}
        />
      )}
    </>
  );
}
