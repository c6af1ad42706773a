import { VitrineError, type Feed, type FeedWithRun } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { service } from '../../app/service.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/states.tsx';
import { decimals, encodings, layouts, schedules } from './read-choices.ts';

const formats = [
  ['auto', 'By its type and name'],
  ['csv', 'CSV'],
  ['xml', 'XML'],
  ['ndjson', 'NDJSON'],
] as const;
const absents = [
  ['keep', 'Keep them'],
  ['deactivate', 'Make them inactive'],
  ['delete', 'Delete them'],
] as const;
const credentialKinds = [
  ['none', 'None'],
  ['basic', 'User and password'],
  ['header', 'A header'],
] as const;
type CredentialKind = (typeof credentialKinds)[number][0];

interface Draft {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly schedule: string;
  readonly at: string;
  readonly timeZone: string;
  readonly format: string;
  readonly layout: string;
  readonly decimal: string;
  readonly encoding: string;
  readonly absent: string;
  /** In percent. */
  readonly removedMax: string;
  readonly kind: CredentialKind;
  /** The user, or the name of the header. */
  readonly account: string;
  /** Empty: unchanged. */
  readonly secret: string;
}

/** Creates or changes a feed. `stored` null: a new one. */
export function FeedDialog({
  project,
  stored,
  onClose,
}: {
  project: string;
  stored: FeedWithRun | null;
  onClose: () => void;
}): ReactNode {
  const title = stored === null ? 'New feed' : `Feed ${stored.feed.id}`;
  return (
    <Dialog title={title} isForm onClose={onClose}>
      <FeedForm project={project} stored={stored} onClose={onClose} />
    </Dialog>
  );
}

function FeedForm({
  project,
  stored,
  onClose,
}: {
  project: string;
  stored: FeedWithRun | null;
  onClose: () => void;
}): ReactNode {
  const [first] = useState(() => draftOf(stored));
  const [draft, setDraft] = useState(first);
  const [error, setError] = useState<unknown>(null);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first);
  useUnsaved(
    isChanged ? { title: 'Close without saving the feed?', detail: 'Your entries will be lost.' } : null,
  );
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const errorAt = (path: string): string | undefined =>
    error instanceof VitrineError ? error.errors.find((one) => one.path.startsWith(path))?.detail : undefined;
  const shown = [
    'feed.id',
    'feed.url',
    'feed.at',
    'feed.timeZone',
    'feed.removedShareMax',
    'feed.credentials',
  ];
  const hasFieldError = shown.some((path) => errorAt(path) !== undefined);
  const save = async (): Promise<void> => {
    try {
      await service.feeds.put(project, feedOf(draft, stored), { ifVersion: stored?.version ?? 0 });
      onClose();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const fields = { draft, set, errorAt };
  const isFile = (stored?.feed.source ?? 'file') === 'file';
  return (
    <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
      <AddressFields {...fields} isNew={stored === null} isFile={isFile} />
      <ScheduleFields {...fields} />
      <AbsentFields {...fields} />
      {isFile && <ReadFields {...fields} />}
      <CredentialFields {...fields} isNew={stored === null} />
      {error !== null && !hasFieldError && <ErrorNote error={error} />}
      <div className="row end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button main">
          {stored === null ? 'Create feed' : 'Save feed'}
        </button>
      </div>
    </form>
  );
}

interface DraftFields {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly errorAt: (path: string) => string | undefined;
}

const code = { className: 'code', autoComplete: 'off', spellCheck: false } as const;

/** Its id, name and address. */
function AddressFields({
  draft,
  set,
  errorAt,
  isNew,
  isFile,
}: DraftFields & { isNew: boolean; isFile: boolean }): ReactNode {
  return (
    <>
      {isNew && (
        <Field
          label="Id"
          hint="Lower-case letters, digits, - and _."
          placeholder="erp"
          autoFocus
          {...code}
          value={draft.id}
          onValue={(id) => set({ id })}
          error={errorAt('feed.id')}
        />
      )}
      <Field
        label="Name"
        value={draft.name}
        onValue={(name) => set({ name })}
        placeholder="Products of the ERP"
      />
      <Field
        label="Address"
        hint={isFile ? 'An https address of a CSV, XML or NDJSON file.' : 'The https address of the shop.'}
        placeholder="https://erp.example.com/products.csv"
        type="url"
        {...code}
        value={draft.url}
        onValue={(url) => set({ url })}
        error={errorAt('feed.url')}
      />
    </>
  );
}

/** When it is read. */
function ScheduleFields({ draft, set, errorAt }: DraftFields): ReactNode {
  return (
    <>
      <SelectField
        label="Read"
        value={draft.schedule}
        onValue={(schedule) => set({ schedule })}
        options={schedules}
      />
      {draft.schedule === 'day' && (
        <div className="import-options">
          <Field
            label="Time"
            placeholder="03:00"
            value={draft.at}
            onValue={(at) => set({ at })}
            error={errorAt('feed.at')}
          />
          <Field
            label="Time zone"
            value={draft.timeZone}
            onValue={(timeZone) => set({ timeZone })}
            error={errorAt('feed.timeZone')}
          />
        </div>
      )}
    </>
  );
}

/** What becomes of items that it has no longer. */
function AbsentFields({ draft, set, errorAt }: DraftFields): ReactNode {
  return (
    <>
      <SelectField
        label="Items that the feed has no longer"
        value={draft.absent}
        onValue={(absent) => set({ absent })}
        options={absents}
      />
      {draft.absent !== 'keep' && (
        <Field
          label="At most, in percent"
          hint="A run that would remove more of its items removes none, and fails."
          inputMode="decimal"
          value={draft.removedMax}
          onValue={(removedMax) => set({ removedMax })}
          error={errorAt('feed.removedShareMax')}
        />
      )}
    </>
  );
}

/** How its file is read. */
function ReadFields({ draft, set }: DraftFields): ReactNode {
  return (
    <details className="stack">
      <summary>How the file is read</summary>
      <div className="import-options">
        <SelectField
          label="Format"
          value={draft.format}
          onValue={(format) => set({ format })}
          options={formats}
        />
        <SelectField
          label="Layout"
          value={draft.layout}
          onValue={(layout) => set({ layout })}
          options={layouts}
        />
        <SelectField
          label="Decimal sign"
          value={draft.decimal}
          onValue={(decimal) => set({ decimal })}
          options={decimals}
        />
        <SelectField
          label="Encoding"
          value={draft.encoding}
          onValue={(encoding) => set({ encoding })}
          options={encodings}
        />
      </div>
      <p className="soft small">Columns are mapped as in the last import of a file with these columns.</p>
    </details>
  );
}

/** How its host knows the shop. */
function CredentialFields({ draft, set, errorAt, isNew }: DraftFields & { isNew: boolean }): ReactNode {
  return (
    <>
      <SelectField
        label="Credentials"
        value={draft.kind}
        onValue={(kind) => set({ kind: kind as CredentialKind })}
        options={credentialKinds}
      />
      {draft.kind !== 'none' && (
        <div className="import-options">
          <Field
            label={draft.kind === 'basic' ? 'User' : 'Name of the header'}
            {...code}
            value={draft.account}
            onValue={(account) => set({ account })}
            error={errorAt('feed.credentials')}
          />
          <Field
            label={draft.kind === 'basic' ? 'Password of the feed' : 'Value'}
            type="password"
            autoComplete="new-password"
            value={draft.secret}
            onValue={(secret) => set({ secret })}
            {...(isNew ? {} : { placeholder: 'unchanged' })}
          />
        </div>
      )}
    </>
  );
}

function draftOf(stored: FeedWithRun | null): Draft {
  const feed = stored?.feed;
  const credentials = feed?.credentials ?? null;
  return {
    id: feed?.id ?? '',
    name: feed?.name ?? '',
    url: feed?.url ?? '',
    schedule: feed?.schedule ?? 'hour',
    at: feed?.at ?? '03:00',
    timeZone: feed?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    format: feed?.format ?? 'auto',
    layout: feed?.layout ?? '',
    decimal: feed?.decimal ?? '',
    encoding: feed?.encoding ?? '',
    absent: feed?.absent ?? 'keep',
    removedMax: String(Math.round(100 * (feed?.removedShareMax ?? 0.2))),
    kind: credentials?.kind ?? 'none',
    account: credentials?.user ?? credentials?.name ?? '',
    secret: '',
  };
}

function feedOf(draft: Draft, stored: FeedWithRun | null): Feed {
  const { id, name, url, at, timeZone } = draft;
  const { credentials: _shown, ...kept } = stored?.feed ?? { id, url, credentials: null };
  return {
    ...kept,
    id,
    ...(name === '' ? {} : { name }),
    url,
    schedule: draft.schedule as NonNullable<Feed['schedule']>,
    at,
    timeZone,
    format: draft.format as NonNullable<Feed['format']>,
    layout: (draft.layout || null) as NonNullable<Feed['layout']> | null,
    decimal: (draft.decimal || null) as NonNullable<Feed['decimal']> | null,
    encoding: (draft.encoding || null) as NonNullable<Feed['encoding']> | null,
    absent: draft.absent as NonNullable<Feed['absent']>,
    removedShareMax: Number(draft.removedMax.replace(',', '.')) / 100,
    credentials: credentialsOf(draft),
  };
}

/** A secret that is not typed stays. */
function credentialsOf({ kind, account, secret }: Draft): NonNullable<Feed['credentials']> | null {
  if (kind === 'none') return null;
  return kind === 'basic'
    ? { kind, user: account, ...(secret === '' ? {} : { password: secret }) }
    : { kind, name: account, ...(secret === '' ? {} : { value: secret }) };
}
