import { VitrineError, type KeyKind, type Scope } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { CopyButton } from '../parts/code-block.tsx';
import { Check, Field, RadioCards, SelectField, TextField } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { ErrorNote } from '../parts/states.tsx';
import { useUnsaved } from '../app/unsaved.ts';

type ScopeText = readonly [scope: Scope, label: string, hint: string];
const webScopeTexts: readonly ScopeText[] = [
  ['search', 'Search', 'By words and by photo.'],
  ['recommend', 'Recommend', 'All lists of recommendations.'],
  ['events', 'Events', 'Send what shoppers view, click and buy.'],
];
const serverScopeTexts: readonly ScopeText[] = [
  ['items:read', 'Read items', 'List and export the catalog, inactive items too.'],
  ['items:write', 'Write items', 'Add, change, delete and import items.'],
  ['users', 'Users', 'Erase and merge shoppers.'],
  ['settings', 'Settings', 'Change how the project searches and recommends.'],
  ['analytics', 'Analytics', 'Read what shoppers searched for and found.'],
  ['private', 'Private fields', 'See and filter by fields such as margins.'],
  ['admin', 'Everything', 'Projects and keys too. For trusted programs only.'],
];
const scopesOf: Readonly<Record<KeyKind, readonly ScopeText[]>> = {
  web: webScopeTexts,
  server: [...webScopeTexts, ...serverScopeTexts],
};
const usualScopes: Readonly<Record<KeyKind, readonly Scope[]>> = {
  web: ['search', 'recommend', 'events'],
  server: ['items:read', 'items:write'],
};
const kinds = [
  ['web', 'Web page or app', 'Anyone can read it there. It searches, recommends and sends events.'],
  ['server', 'Server', 'Secret. It may import items, erase shoppers and change settings.'],
] as const;
const isUsual = (kind: KeyKind, chosen: ReadonlySet<Scope>): boolean =>
  chosen.size === usualScopes[kind].length && usualScopes[kind].every((scope) => chosen.has(scope));
const days = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;
const dayMs = 86_400_000;

/** Asks what a key may do, makes it, and shows it this once. */
export function NewKey({
  project,
  onClose,
}: {
  project: ProjectView['project'];
  onClose: () => void;
}): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Sheet title={secret === null ? 'New key' : 'Your new key'} isForm onClose={onClose}>
      {secret === null ? (
        <KeyForm project={project} onMade={setSecret} onClose={onClose} />
      ) : (
        <Shown secret={secret} onClose={onClose} />
      )}
    </Sheet>
  );
}

function KeyForm({
  project,
  onMade,
  onClose,
}: {
  project: ProjectView['project'];
  onMade: (secret: string) => void;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('web');
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set(usualScopes.web));
  const [everywhere, setEverywhere] = useState(false);
  const [expiry, setExpiry] = useState('');
  const [rate, setRate] = useState('');
  const [origins, setOrigins] = useState('');
  const [filter, setFilter] = useState('');
  const [error, setError] = useState<unknown>(null);
  const isFilled =
    [name, expiry, rate, origins, filter].some((text) => text !== '') || everywhere || !isUsual(kind, chosen);
  useUnsaved(
    isFilled ? { title: 'Close without creating the key?', detail: 'What you filled in is lost.' } : null,
  );
  const fault = (path: string): string | undefined =>
    error instanceof VitrineError ? error.errors.find((one) => one.path.startsWith(path))?.detail : undefined;
  const placed = ['name', 'ratePerMinute', 'origins', 'filter'].some((path) => fault(path) !== undefined);
  const create = async (): Promise<void> => {
    try {
      const made = await service.admin.createKey({
        name: name === '' ? undefined : name,
        kind,
        scopes: [...chosen],
        projects: everywhere ? null : [project.id],
        expiresAt: expiry === '' ? undefined : Date.now() + Number(expiry) * dayMs,
        ratePerMinute: rate === '' ? undefined : Number(rate),
        origins: kind === 'web' ? origins.split(/\s+/).filter((origin) => origin !== '') : [],
        filter: kind === 'web' && filter.trim() !== '' ? filter : undefined,
      });
      onMade(made.key);
    } catch (thrown) {
      setError(thrown);
    }
  };
  const choose = (next: KeyKind): void => {
    setKind(next);
    setChosen(new Set(usualScopes[next]));
  };
  const toggle = (scope: Scope, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(scope);
    else next.delete(scope);
    setChosen(next);
  };
  return (
    <form className="stack" onSubmit={(event) => (event.preventDefault(), void create())}>
      <Field
        label="What it is for"
        placeholder="Web shop, night import …"
        value={name}
        onValue={setName}
        fault={fault('name')}
        maxLength={200}
        autoFocus
      />
      <RadioCards legend="Where it is used" value={kind} onValue={choose} options={kinds} />
      <fieldset className="stack tight">
        <legend>
          <strong>What it may do</strong>
        </legend>
        <div
          className="columns"
          style={{ gap: '0 1.5rem', gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))' }}
        >
          {scopesOf[kind].map(([scope, label, hint]) => (
            <Check
              key={scope}
              label={label}
              hint={hint}
              checked={chosen.has(scope)}
              onChecked={(on) => toggle(scope, on)}
            />
          ))}
        </div>
      </fieldset>
      <Check
        label="For all projects"
        hint={`Otherwise only for ${project.name}.`}
        checked={everywhere}
        onChecked={setEverywhere}
      />
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(12rem, 100%), 1fr))' }}
      >
        <SelectField label="Ends" value={expiry} onValue={setExpiry} options={days} />
        <Field
          label="Requests a minute"
          hint="Empty: no limit."
          type="number"
          min={1}
          max={1_000_000}
          value={rate}
          onValue={setRate}
          fault={fault('ratePerMinute')}
        />
      </div>
      {kind === 'web' && (
        <>
          <TextField
            label="Pages that may use it"
            hint="Origins such as https://shop.example, one a line. Empty: any page."
            rows={2}
            code
            value={origins}
            onValue={setOrigins}
            fault={fault('origins')}
          />
          <Field
            label="Only items that match"
            hint="A filter such as tier:open. Other items are as if they were not there. Empty: all items."
            className="code"
            value={filter}
            onValue={setFilter}
            fault={fault('filter')}
          />
        </>
      )}
      {chosen.size === 0 && <p className="note warn">A key needs at least one thing that it may do.</p>}
      {error !== null && !placed && <ErrorNote error={error} />}
      <div className="row end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button main" disabled={chosen.size === 0}>
          Create key
        </button>
      </div>
    </form>
  );
}

function Shown({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const settled = useUnsaved({
    title: 'Close without keeping the key?',
    detail: 'It is shown this once. If it is lost, make a new one.',
    leave: 'Close',
    stay: 'Back to the key',
  });
  return (
    <div className="stack">
      <code className="secret" data-secret>
        {secret}
      </code>
      <p className="note warn">
        <strong>It is shown this once.</strong>
        The service keeps only a fingerprint of it. Put it where your program reads it, before you close this.
      </p>
      <div className="row end">
        <CopyButton text={secret} label="Copy the key" />
        <button type="button" className="button main" autoFocus onClick={() => (settled(), onClose())}>
          I have kept it
        </button>
      </div>
    </div>
  );
}
