import type { Rule, VisitorCondition } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { Field, SelectField } from '../../parts/field.tsx';
import { capitalized } from '../../parts/formats.ts';
import { conditionsOf } from './condition-draft.ts';
import { visitorDraftOf } from './visitor-draft.ts';
import { visitorText } from './visitor-sentence.ts';

/** Whom a preview shows: no visitor, a user, or a segment as JSON. */
export interface PreviewVisitor {
  readonly choice: string;
  readonly user: string;
}

const anyone = '';
const aUser = 'user';
const common: readonly VisitorCondition[] = [{ is: 'new' }, { is: 'returning' }];

export function segmentChoice(segment: VisitorCondition | undefined): PreviewVisitor {
  return { choice: segment === undefined ? anyone : JSON.stringify(segment), user: '' };
}

/** The members of a preview's request. */
export function visitorMembers({ choice, user }: PreviewVisitor): {
  user?: string;
  segment?: VisitorCondition;
} {
  if (choice === anyone) return {};
  if (choice === aUser) return user.trim() === '' ? {} : { user: user.trim() };
  return { segment: JSON.parse(choice) as VisitorCondition };
}

/** A choice among the segments of the rules, new and returning visitors, and users. */
export function PreviewVisitorFields({
  rules,
  visitor,
  nameOf,
  onVisitor,
}: {
  rules: readonly Rule[];
  visitor: PreviewVisitor;
  nameOf: (id: string) => string;
  onVisitor: (visitor: PreviewVisitor) => void;
}): ReactNode {
  const { choice, user } = visitor;
  const own = rules.flatMap((rule) => conditionsOf(rule).flatMap((one) => one.visitor ?? []));
  const texts = new Set([...own, ...common].map((segment) => JSON.stringify(segment)));
  if (choice !== anyone && choice !== aUser) texts.add(choice);
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
        options={[[anyone, 'Anyone'], ...segments, [aUser, 'A user …']]}
      />
      {choice === aUser && (
        <Field
          label="User id"
          spellCheck={false}
          autoFocus
          value={user}
          onValue={(next) => onVisitor({ ...visitor, user: next })}
        />
      )}
    </>
  );
}
