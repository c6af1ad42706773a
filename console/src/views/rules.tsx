import type { RulesReply } from '@vitrine/sdk';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useEditedForm } from '../app/edited-form.ts';
import { withRules } from '../app/draft-changes.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useSaveToast } from '../app/save-toast.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { counted, time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { conditionOnPlacement, type ConditionDraft } from './rules/condition-draft.ts';
import { draftOf, newDraft, ruleOf, withItemFirst, type RuleDraft } from './rules/rule-draft.ts';
import { indexOfError } from '../app/field-errors.ts';
import { RuleFilters } from './rules/rule-filters.tsx';
import { readRuleQuery, writeRuleQuery, type RuleQuery } from './rules/rule-query.ts';
import { RuleList } from './rules/rule-list.tsx';
import { RulePreview } from './rules/rule-preview.tsx';
import {
  actionKinds,
  draftErrors,
  isFinished,
  lacksFilterValue,
  type ActionKind,
} from './rules/rule-status.ts';
import { isRuleOfQuery } from './rules/query-rules.ts';
import { visitorOf } from './rules/visitor-draft.ts';

/**
 * The merchandising rules of a project. `?rule=` opens one, `?query=` one for a query, `?new=1&placement=` a new one; `&action=` unfolds an
 * action of it, `&item=` pins an item first.
 */
export function Rules({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.rules.get(project.id, { signal }));
  const { route, go } = useRouter();
  const path = projectPath(project.id, '/rules');
  const query = readRuleQuery(route.query);
  const update = (changes: Partial<RuleQuery>): void => {
    const next = writeRuleQuery({ ...query, ...changes });
    go(next === '' ? path : `${path}?${next}`, true);
  };
  return (
    <View
      title="Rules"
      intro="Pin, hide, boost or bury items, change the words of a query or redirect it. Saved rules apply to the next search."
    >
      <SavedViews
        project={project.id}
        page="rules"
        allName="All rules"
        path={path}
        current={writeRuleQuery(query)}
      />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && <Skeleton count={4} height="9.6rem" />}
      {loaded.value !== null && (
        <Form {...{ project, query, update }} reply={loaded.value} onReload={loaded.reload} />
      )}
    </View>
  );
}

function Form({
  project,
  query,
  update,
  reply,
  onReload,
}: {
  project: ProjectView['project'];
  query: RuleQuery;
  update: (changes: Partial<RuleQuery>) => void;
  reply: RulesReply;
  onReload: () => void;
}): ReactNode {
  const form = useEditedForm<{ rules: readonly RuleDraft[] }>(
    { rules: reply.rules.map(draftOf) },
    reply.version,
  );
  const drafts = form.values.rules;
  const savedRules = form.saved.rules;
  const setDrafts = (next: readonly RuleDraft[]): void => form.setValues({ rules: next });
  const [open, setOpen] = useState<number | null>(null);
  // Another one for each rule that is opened, so that saving a rule does not reset its preview.
  const [previewKey, setPreviewKey] = useState(0);
  const [reveal, setReveal] = useState<ActionKind | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [showsDraftErrors, setShowsDraftErrors] = useState(false);
  const [busy, setBusy] = useState(false);
  const newest = useRef(drafts);
  newest.current = drafts;
  const showSaved = useSaveToast(project.id);
  const rules = drafts.map(ruleOf);
  const isChanged = JSON.stringify(rules) !== JSON.stringify(savedRules.map(ruleOf));
  useUnsaved(isChanged ? { detail: 'Changes to the rules are not saved.' } : null);
  const edited = drafts.find(({ key }) => key === open);
  const show = (key: number | null, action: ActionKind | null = null): void => {
    setOpen(key);
    setReveal(action);
    setPreviewKey((old) => old + 1);
  };
  const add = (
    condition: Partial<ConditionDraft> = {},
    action: ActionKind | null = null,
    item: string | null = null,
  ): void => {
    const draft = newDraft(drafts, condition);
    setDrafts([...drafts, item === null ? draft : withItemFirst(draft, item)]);
    show(draft.key, action);
  };
  useLinkedRule(project.id, ({ id, query, placement, action, item }) => {
    const existing = drafts.find((draft) =>
      query === null ? draft.id === id : isRuleOfQuery(ruleOf(draft), query),
    );
    if (id === null && query === null) add(placement === null ? {} : conditionOnPlacement(placement), action);
    else if (existing !== undefined) {
      if (item !== null)
        setDrafts(drafts.map((draft) => (draft === existing ? withItemFirst(draft, item) : draft)));
      show(existing.key, action);
    } else if (query !== null) add({ query }, action, item);
  });
  const save = async (): Promise<void> => {
    const invalid = drafts.find((draft) => draftErrors(draft).length > 0);
    setShowsDraftErrors(invalid !== undefined);
    if (invalid !== undefined) {
      show(invalid.key);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const saved = await service.rules.change(project.id, rules, { ifVersion: reply.version });
      // With the keys of loaded rules, so that the open one is the same after they are loaded again.
      const kept = { rules: rules.map(draftOf) };
      form.setSaved(kept);
      if (newest.current === drafts) {
        form.setValues(kept);
        setOpen(edited === undefined ? null : drafts.indexOf(edited));
      }
      showSaved('Saved. Applies to the next search.', saved, onReload);
      onReload();
    } catch (failure) {
      setError(failure);
      const index = indexOfError(failure, 'rules');
      if (index !== null) show(drafts[index]?.key ?? open);
    }
    setBusy(false);
  };
  const discard = (): void => {
    setDrafts(savedRules);
    setError(null);
    setShowsDraftErrors(false);
    show(null);
  };
  // The fields of the open rule show what it lacks.
  const isIncomplete =
    showsDraftErrors && drafts.some((draft) => draft.key !== open && draftErrors(draft).length > 0);
  const [condition] = edited?.conditions ?? [];
  // A row that is being filled in is no condition yet.
  const segment = edited !== undefined && isFinished(edited) ? visitorOf(condition!.visitor) : undefined;
  const addButton = (
    <button type="button" className={drafts.length === 0 ? 'button main' : 'button'} onClick={() => add()}>
      <Icon name="plus" size={16} />
      Add a rule
    </button>
  );
  return (
    <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
      {drafts.length === 0 && (
        <Empty
          icon="rules"
          title="No rules yet"
          sample={{
            kind: 'entries',
            entries: [
              ['Rain week', 'When someone searches for “jacket” — show Rain jacket first'],
              ['Clear the summer', 'When a search contains “sandals” — bury what is out of season'],
            ],
          }}
          action={addButton}
        >
          Results are ranked by relevance and popularity. Add a rule to pin this week’s offer or to hide a
          product from all results.
        </Empty>
      )}
      {drafts.length > 1 && <RuleFilters query={query} update={update} />}
      <RuleList
        project={project}
        drafts={drafts}
        query={query}
        open={open}
        reveal={reveal}
        error={error}
        showsDraftErrors={showsDraftErrors}
        warnings={reply.warnings}
        onOpen={show}
        onDrafts={setDrafts}
      />
      {drafts.length > 0 && <div>{addButton}</div>}
      {(error !== null || isIncomplete) && (
        <p className="note bad" role="alert">
          {error === null ? 'A rule is not complete: its fields show what is missing.' : messageOf(error)}
        </p>
      )}
      {drafts.length > 0 && (
        <RulePreview
          key={previewKey}
          project={project}
          rules={drafts
            .filter((draft) => isFinished(draft) && (draft === edited || !lacksFilterValue(draft)))
            .map(ruleOf)}
          query={condition?.query ?? ''}
          filters={condition?.filters ?? ''}
          context={condition?.context ?? []}
          segment={segment}
          isIncomplete={edited !== undefined && lacksFilterValue(edited)}
        />
      )}
      <SaveBar
        operation="changeRules"
        draft={{
          project: project.id,
          change: (draft) => withRules(draft, reply.rules, rules),
          onAdded: discard,
        }}
        canSave={isChanged && !busy}
        canDiscard={isChanged}
        onDiscard={discard}
      >
        {isChanged ? 'Unsaved changes' : savedText(reply)}
      </SaveBar>
    </form>
  );
}

interface RuleLink {
  readonly id: string | null;
  readonly query: string | null;
  /** Of a new rule. */
  readonly placement: string | null;
  readonly action: ActionKind | null;
  /** An item that the rule of the query pins to the first position. */
  readonly item: string | null;
}

/** Opens the rule that the address names, once. */
function useLinkedRule(project: string, onLink: (link: RuleLink) => void): void {
  const { route, go } = useRouter();
  const opened = useRef<URLSearchParams | null>(null);
  useEffect(() => {
    if (opened.current === route.query) return;
    opened.current = route.query;
    const read = (name: string): string | null => route.query.get(name);
    const [id, query, action] = [read('rule'), read('query'), read('action')];
    if (id === null && query === null && !route.query.has('new')) return;
    go(projectPath(project, '/rules'), true);
    onLink({
      id,
      query,
      placement: read('placement'),
      item: read('item'),
      action: actionKinds.find((kind) => kind === action) ?? null,
    });
  }, [route.query]);
}

function savedText({ version, changedAt, rules }: RulesReply): string {
  if (changedAt === null) return 'No rules saved';
  return `${counted(rules.length, 'rule')}, version ${version}, saved ${time(changedAt)}`;
}
