import type { Warning } from '@vitrine/sdk';
import { useEffect, useRef, type ReactNode } from 'react';
import { useEarnings } from '../../app/earnings.ts';
import { useShownItems, type ShownItem } from '../../app/shown-items.ts';
import { moved } from '../../app/moved.ts';
import { attributionText, earningsLine } from '../../parts/earnings.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { count } from '../../parts/formats.ts';
import { Check } from '../../parts/field.tsx';
import { ItemPicture } from '../../parts/picture.tsx';
import { RowButtons } from '../../parts/row-buttons.tsx';
import { ruleOf, type RuleDraft } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';
import { DatesAndVisitors } from './dates-and-visitors.tsx';
import { selectRules, type RuleQuery } from './rule-query.ts';
import { errorsOf, warningsOf } from './rule-errors.ts';
import { namedItems, sentenceOf } from './rule-sentence.ts';
import { draftErrors, describeRuleStatus, type ActionKind } from './rule-status.ts';
import { nameRule } from './rule-title.ts';

/** Pictures in the line of a rule. */
const picturesMax = 8;

interface ListOptions {
  readonly project: ProjectView['project'];
  readonly drafts: readonly RuleDraft[];
  readonly query: RuleQuery;
  readonly open: number | null;
  /** The action to fill in when the open rule appears. */
  readonly reveal: ActionKind | null;
  readonly error: unknown;
  /** Whether the last attempt to save found errors in the form. */
  readonly showsDraftErrors: boolean;
  /** Of the saved rules. */
  readonly warnings: readonly Warning[] | undefined;
  readonly onOpen: (key: number | null) => void;
  readonly onDrafts: (drafts: readonly RuleDraft[]) => void;
}

/** The rules in their order, each as a sentence; the open one as a form. */
export function RuleList(options: ListOptions): ReactNode {
  const { project, drafts, query, open, error, warnings, onOpen, onDrafts } = options;
  const openRule = useRef<HTMLLIElement>(null);
  // A link or an error opens a rule anywhere in the list.
  useEffect(() => {
    openRule.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const items = useShownItems(project.id, drafts.flatMap(namedItems));
  const earnings = useEarnings(project.id, 'rule');
  const findName = (id: string): string => items.get(id)?.name ?? id;
  const move = (from: number, to: number): void => onDrafts(moved(drafts, from, to));
  const change = (draft: RuleDraft, next: Partial<RuleDraft>): void =>
    onDrafts(drafts.map((other) => (other.key === draft.key ? { ...draft, ...next } : other)));
  const { currency } = project;
  const shown = selectRules(drafts, query, { open, now: Date.now(), findName, earnings, currency });
  // The neighbours of a rule in another selection or order are not those that it would change places with.
  const isWhole = shown.length === drafts.length && query.sort === '';
  return (
    <>
      {!isWhole && (
        <p className="small soft" role="status">
          {shown.length === drafts.length
            ? `All ${count(drafts.length)}`
            : `${count(shown.length)} of ${count(drafts.length)}`}{' '}
          rules. To change which rule goes first, show all of them by precedence.
        </p>
      )}
      {drafts.length > 0 && (
        <p className="small soft">
          {isWhole && drafts.length > 1 && 'Earlier rules take precedence. '}
          Revenue is of all searches and lists in which a rule acted, whether or not it caused the purchases.{' '}
          {attributionText}
        </p>
      )}
      <ol className="stack" aria-label="Rules">
        {shown.map(({ draft, index }) => (
          <li key={draft.key} className="panel" ref={draft.key === open ? openRule : null}>
            <RuleHeader
              draft={draft}
              findName={findName}
              items={items}
              earnings={
                draft.original === null ? null : earningsLine(earnings, draft.original.id, project.currency)
              }
              isOpen={draft.key === open}
              set={(next) => change(draft, next)}
              onToggle={() => onOpen(draft.key === open ? null : draft.key)}
              onUp={index === 0 || !isWhole ? null : () => move(index, index - 1)}
              onDown={index === drafts.length - 1 || !isWhole ? null : () => move(index, index + 1)}
              onRemove={() => onDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
            <Warnings draft={draft} title={nameRule(draft, findName)} warnings={warnings} />
            {draft.key === open && (
              <RuleEditor
                project={project.id}
                draft={draft}
                title={nameRule(draft, findName)}
                reveal={options.reveal}
                errorAt={errorsOf(error, options.showsDraftErrors ? draftErrors(draft) : [], index)}
                set={(next) => change(draft, next)}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Warnings of the saved rule, until it is edited. The key of a loaded rule is its index. */
function Warnings({
  draft,
  title,
  warnings,
}: {
  draft: RuleDraft;
  title: string;
  warnings: readonly Warning[] | undefined;
}): ReactNode {
  if (draft.original === null) return null;
  if (JSON.stringify(ruleOf(draft)) !== JSON.stringify(draft.original)) return null;
  const texts = warningsOf(warnings, draft.key);
  return texts.length === 0 ? null : (
    <ul className="note warn" aria-label={`Warnings of ${title}`}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function RuleHeader(options: {
  draft: RuleDraft;
  findName: (id: string) => string;
  items: ReadonlyMap<string, ShownItem>;
  /** Null: the rule is not saved. */
  earnings: string | null;
  isOpen: boolean;
  set: (next: Partial<RuleDraft>) => void;
  onToggle: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}): ReactNode {
  const { draft, findName, items, earnings, isOpen, set, onToggle, onUp, onDown, onRemove } = options;
  const { text, tone } = describeRuleStatus(draft, Date.now());
  const title = nameRule(draft, findName);
  const { condition, actions } = sentenceOf(draft, findName);
  const name = <span className="visually-hidden"> {title}</span>;
  return (
    <div className="rule-head">
      <div className="rule-title">
        <h2>{title}</h2>
        <span className={`badge ${tone}`}>{text}</span>
      </div>
      <p className="rule-sentence">
        <span className="soft">{condition}</span> — {actions}
      </p>
      <RulePictures draft={draft} items={items} />
      {earnings !== null && <p className="small soft num">{earnings}</p>}
      <div className="row">
        <RowButtons {...{ title, isOpen, onToggle, onUp, onDown, onRemove }} />
        <Check label={<>Enabled{name}</>} checked={draft.enabled} onChecked={(enabled) => set({ enabled })} />
        {!isOpen && <DatesAndVisitors {...{ title, draft, set }} />}
      </div>
    </div>
  );
}

/** The first items that a rule names, as their names are in its sentence. */
function RulePictures({
  draft,
  items,
}: {
  draft: RuleDraft;
  items: ReadonlyMap<string, ShownItem>;
}): ReactNode {
  const ids = [...new Set(namedItems(draft))].slice(0, picturesMax);
  if (ids.length === 0) return null;
  return (
    <div className="rule-pictures" aria-hidden="true">
      {ids.map((id) => (
        <span key={id} className="thumb">
          <ItemPicture url={items.get(id)?.picture} size={16} />
        </span>
      ))}
    </div>
  );
}
