import { VitrineError, type Item, type PictureState } from '@vitrine/sdk';
import { useEffect, useState, type ReactNode } from 'react';
import { useDraft, type DraftOf } from '../app/draft.ts';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Check, Field, TextField } from '../parts/field.tsx';
import { time } from '../parts/formats.ts';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import {
  changesOf,
  emptyForm,
  faultsOf,
  fieldsOf,
  formOf,
  knownFields,
  withAddress,
  type ItemForm,
} from './item-form.ts';
import { DeleteItem } from './delete-item.tsx';
import { PictureEditor } from './picture-editor.tsx';

/** One item: a new one, or one that is there. */
export function ItemEditor({ project, parts }: ProjectView): ReactNode {
  const id = parts['item'];
  const loaded = useLoad(id ?? '', async (signal) =>
    id === undefined ? null : service.items.get(project.id, id, { signal }),
  );
  if (id === undefined)
    return <Editor project={project} item={null} pictures={[]} onSaved={() => undefined} />;
  if (loaded.value !== null) {
    const { item, pictures } = loaded.value;
    return <Editor project={project} item={item} pictures={pictures} onSaved={loaded.reload} />;
  }
  return (
    <View title="Item">
      {loaded.error === null ? (
        <Skeleton height="30rem" />
      ) : (
        <ErrorNote error={loaded.error} retry={loaded.reload} />
      )}
    </View>
  );
}

interface EditorOptions {
  readonly project: ProjectView['project'];
  readonly item: Item | null;
  readonly pictures: readonly PictureState[];
  readonly onSaved: () => void;
}

function Editor(options: EditorOptions): ReactNode {
  const { project, item, pictures } = options;
  const { go } = useRouter();
  const draft = useDraft<ItemForm>(item === null ? emptyForm : formOf(item), item?._version ?? 0);
  const { draft: form, setDraft: setForm, isChanged } = draft;
  const settled = useUnsaved(
    isChanged
      ? { detail: `Changes to ${item === null ? 'the new item' : `“${item.name}”`} are not saved.` }
      : null,
  );
  const [deleting, setDeleting] = useState(false);
  const { save, faults, error, busy } = useSaving(options, draft, settled);
  const list = projectPath(project.id, '/items');
  return (
    <View
      title={item?.name ?? 'New item'}
      intro={
        item === null
          ? 'It can be found and recommended the moment it is saved.'
          : `Version ${item._version}, changed ${time(item._updatedAt)}`
      }
      actions={<Link to={list}>Back to the items</Link>}
    >
      <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
        <div className="columns">
          <MainFields
            form={form}
            setForm={setForm}
            faults={faults}
            existing={item !== null}
            currency={project.currency}
          />
          <div className="stack">
            <section className="pane" aria-labelledby="pictures-of-item">
              <h2 id="pictures-of-item">Pictures</h2>
              <PictureEditor
                pictures={form.pictures}
                states={pictures}
                address={form.pictureAddress}
                fault={faults['imgs']}
                onAddress={(pictureAddress) => setForm({ ...form, pictureAddress })}
                onAdd={() => setForm(withAddress(form))}
                onChange={(next) => setForm({ ...form, pictures: next })}
              />
            </section>
            <FurtherFields form={form} setForm={setForm} faults={faults} />
          </div>
        </div>
        {error !== null && <ErrorNote error={error} />}
        <Actions project={project.id} item={item} busy={busy} onDelete={() => setDeleting(true)} />
      </form>
      {deleting && item !== null && (
        <DeleteItem
          project={project.id}
          item={item}
          onClose={() => setDeleting(false)}
          onDeleted={() => (settled(), go(list, true))}
        />
      )}
    </View>
  );
}

function Actions({
  project,
  item,
  busy,
  onDelete,
}: {
  project: string;
  item: Item | null;
  busy: boolean;
  onDelete: () => void;
}): ReactNode {
  return (
    <div className="row">
      <button type="submit" className="button main" disabled={busy}>
        {busy ? 'Saving …' : item === null ? 'Add item' : 'Save changes'}
      </button>
      {item !== null && (
        <>
          <Link
            className="button"
            to={projectPath(project, `/recommendations/similar?item=${encodeURIComponent(item.id)}`)}
          >
            See similar items
          </Link>
          <button type="button" className="button quiet bad" onClick={onDelete}>
            Delete
          </button>
        </>
      )}
    </div>
  );
}

/** Saves the form: what is wrong with it comes back by field, and what has no field as an error. */
function useSaving(
  { project, item, onSaved }: EditorOptions,
  { draft: form, saved, setSaved }: DraftOf<ItemForm>,
  settled: () => void,
) {
  const { go } = useRouter();
  const tell = useToast();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // Takes the reader to the first field that is wrong, once it is marked: what is drawn next may not have the marks yet.
  useEffect(() => {
    if (Object.keys(faults).length > 0) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const save = async (): Promise<void> => {
    const made = fieldsOf(form);
    setFaults('fault' in made ? { extra: made.fault } : {});
    setError(null);
    if ('fault' in made) return;
    setBusy(true);
    try {
      if (item === null) {
        const added = await service.items.add(project.id, made.fields as never);
        tell(`Added ${added.item.name}`);
        settled();
        go(projectPath(project.id, `/items/${encodeURIComponent(added.item._id)}`), true);
      } else {
        await service.items.change(project.id, item._id, changesOf(saved, made.fields), {
          ifVersion: item._version,
        });
        setSaved(form);
        tell('Saved');
        onSaved();
      }
    } catch (thrown) {
      const found = thrown instanceof VitrineError ? faultsOf(thrown) : {};
      if (thrown instanceof VitrineError && thrown.code === 'item_exists')
        found['id'] = 'An item with this id exists already';
      setFaults(found);
      setError(Object.keys(found).length === 0 ? thrown : null);
    }
    setBusy(false);
  };
  return { save, faults, error, busy };
}

interface FieldsOptions {
  readonly form: ItemForm;
  readonly setForm: (form: ItemForm) => void;
  readonly faults: Readonly<Record<string, string>>;
}

function MainFields({
  form,
  setForm,
  faults,
  existing,
  currency,
}: FieldsOptions & { existing: boolean; currency: string }): ReactNode {
  const text = (name: 'id' | 'sku' | 'name' | 'price' | 'description') => ({
    value: form[name],
    onValue: (value: string) => setForm({ ...form, [name]: value }),
    fault: faults[name],
  });
  return (
    <section className="pane" aria-labelledby="main-fields">
      <h2 id="main-fields">The item</h2>
      <Field label="Name" {...text('name')} maxLength={1000} />
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))' }}
      >
        <Field
          label="Id"
          hint={existing ? 'An item keeps its id.' : 'Your own, unique in the project.'}
          className="code"
          {...text('id')}
          readOnly={existing}
          maxLength={256}
        />
        <Field label="Sku" className="code" {...text('sku')} maxLength={256} />
      </div>
      <Field label={`Price (${currency})`} inputMode="decimal" {...text('price')} />
      <TextField label="Description" rows={6} {...text('description')} />
      <Check
        label="Active"
        hint="An inactive item is in no search and no recommendation."
        checked={form.active}
        onChecked={(active) => setForm({ ...form, active })}
      />
    </section>
  );
}

function FurtherFields({ form, setForm, faults }: FieldsOptions): ReactNode {
  return (
    <section className="pane" aria-labelledby="further-fields">
      <h2 id="further-fields">Further fields</h2>
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))' }}
      >
        {knownFields.map(({ name, label, hint }) => (
          <Field
            key={name}
            label={label}
            {...(hint === '' ? {} : { hint })}
            value={form.known[name] ?? ''}
            onValue={(value) => setForm({ ...form, known: { ...form.known, [name]: value } })}
            fault={faults[name]}
          />
        ))}
      </div>
      <TextField
        label="Anything else, as JSON"
        hint="An object. Every field of it can be filtered, counted and shown."
        code
        rows={6}
        value={form.extra}
        onValue={(extra) => setForm({ ...form, extra })}
        fault={faults['extra']}
      />
    </section>
  );
}
