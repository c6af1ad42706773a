import { VitrineError, type SettingsReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useEditedForm } from '../app/edited-form.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Field, SelectField, TextField } from '../parts/field.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';

/** Private fields, rate limits and users of web keys, and access of shoppers' agents. */
export function AccessSettings({ project }: Pick<ProjectView, 'project'>): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.settings.get(project.id, { signal }));
  if (loaded.error !== null) return <ErrorNote error={loaded.error} retry={loaded.reload} />;
  if (loaded.value === null) return <Skeleton count={1} height="14rem" />;
  return <Form project={project.id} reply={loaded.value} />;
}

interface Draft {
  readonly privateFields: string;
  readonly addressPerMinute: string;
  readonly visitorPerMinute: string;
  readonly unsignedUsers: string;
  readonly agentAccess: string;
  readonly urlTemplate: string;
  readonly productUrl: string;
  readonly shopUrl: string;
  readonly countries: string;
}
type AgentAccess = SettingsReply['settings']['agents']['access'];
type UnsignedUsers = SettingsReply['settings']['visitors']['unsignedUsers'];

function draftOf({ settings }: SettingsReply): Draft {
  return {
    privateFields: settings.items.privateFields.join('\n'),
    addressPerMinute: String(settings.rateLimits.addressPerMinute),
    visitorPerMinute: String(settings.rateLimits.visitorPerMinute),
    unsignedUsers: settings.visitors.unsignedUsers,
    agentAccess: settings.agents.access,
    urlTemplate: settings.items.urlTemplate,
    productUrl: settings.agents.productUrl,
    shopUrl: settings.agents.shopUrl,
    countries: settings.agents.countries.join(', '),
  };
}

function Form({ project, reply }: { project: string; reply: SettingsReply }): ReactNode {
  const form = useEditedForm<Draft>(draftOf(reply), reply.version);
  const { values: draft, setValues: setDraft } = form;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  useUnsaved(form.isChanged ? { detail: 'Changes to access are not saved.' } : null);
  const errorAt = (path: string): string | undefined =>
    error instanceof VitrineError ? error.errors.find((one) => one.path.startsWith(path))?.detail : undefined;
  const hasFieldError = [
    'items.privateFields',
    'items.urlTemplate',
    'rateLimits.addressPerMinute',
    'rateLimits.visitorPerMinute',
    'agents.productUrl',
    'agents.shopUrl',
    'agents.countries',
  ].some((path) => errorAt(path) !== undefined);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const privateFields = draft.privateFields.split('\n').map((path) => path.trim());
      const saved = await service.settings.change(project, {
        items: {
          privateFields: privateFields.filter((path) => path !== ''),
          urlTemplate: draft.urlTemplate.trim(),
        },
        rateLimits: {
          addressPerMinute: rateOf(draft.addressPerMinute),
          visitorPerMinute: rateOf(draft.visitorPerMinute),
        },
        visitors: { unsignedUsers: draft.unsignedUsers as UnsignedUsers },
        agents: {
          access: draft.agentAccess as AgentAccess,
          productUrl: draft.productUrl.trim(),
          shopUrl: draft.shopUrl.trim(),
          countries: draft.countries.toUpperCase().match(/[A-Z]+/g) ?? [],
        },
      });
      form.setSaved(draft);
      notify(saved.task === null ? 'Saved' : 'Saved. The index is being rebuilt without the private fields.');
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  return (
    <form className="stack" onSubmit={(event) => (event.preventDefault(), void save())}>
      <section className="panel" aria-labelledby="access">
        <h2 id="access">Field access and rate limits of web keys</h2>
        <TextField
          label="Private fields"
          hint="One path per line, such as margin or specs.cost. Only keys with the scope “Private fields” can read, filter or sort by them. Rules and settings can always use them."
          rows={3}
          code
          value={draft.privateFields}
          onValue={(privateFields) => change({ privateFields })}
          error={errorAt('items.privateFields')}
        />
        <div
          className="columns"
          style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(14rem, 100%), 1fr))' }}
        >
          <Field
            label="Requests per minute and IP address"
            hint="0 means no limit."
            type="number"
            min={0}
            max={1_000_000}
            value={draft.addressPerMinute}
            onValue={(addressPerMinute) => change({ addressPerMinute })}
            error={errorAt('rateLimits.addressPerMinute')}
          />
          <Field
            label="Requests per minute and visitor"
            hint="0 means no limit."
            type="number"
            min={0}
            max={1_000_000}
            value={draft.visitorPerMinute}
            onValue={(visitorPerMinute) => change({ visitorPerMinute })}
            error={errorAt('rateLimits.visitorPerMinute')}
          />
        </div>
        <SelectField
          label="Users in requests of web keys"
          hint="Anyone can read a web key. Without a signed key, a user counts only with a session that your server or a signed key has linked to the user."
          value={draft.unsignedUsers}
          onValue={(unsignedUsers) => change({ unsignedUsers })}
          options={[
            ['own', 'Only with a linked session'],
            ['any', 'Always'],
          ]}
        />
      </section>
      <section className="panel" aria-labelledby="addresses">
        <h2 id="addresses">Addresses of products</h2>
        <Field
          label="Address template"
          hint="For products without a field url, in lists, feeds and for agents, such as https://shop.example/p/{id}. Any field can be named in braces."
          value={draft.urlTemplate}
          onValue={(urlTemplate) => change({ urlTemplate })}
          error={errorAt('items.urlTemplate')}
        />
      </section>
      <section className="panel" aria-labelledby="agents">
        <h2 id="agents">Agents of shoppers</h2>
        <div
          className="columns"
          style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))' }}
        >
          <SelectField
            label="Who may read the catalog"
            hint="Assistants by UCP and MCP, and product feeds. Private fields stay hidden, and the limit per IP address applies."
            value={draft.agentAccess}
            onValue={(agentAccess) => change({ agentAccess })}
            options={[
              ['off', 'No one'],
              ['key', 'With a key'],
              ['public', 'Anyone'],
            ]}
          />
          <Field
            label="Address of a product page"
            hint="For agents alone, where there is no address template."
            value={draft.productUrl}
            onValue={(productUrl) => change({ productUrl })}
            error={errorAt('agents.productUrl')}
          />
          <Field
            label="Address of the shop"
            hint="For product feeds, such as https://shop.example."
            value={draft.shopUrl}
            onValue={(shopUrl) => change({ shopUrl })}
            error={errorAt('agents.shopUrl')}
          />
          <Field
            label="Countries"
            hint="Where the shop sells, its own first, such as DE, AT. For product feeds."
            value={draft.countries}
            onValue={(countries) => change({ countries })}
            error={errorAt('agents.countries')}
          />
        </div>
      </section>
      {error !== null && !hasFieldError && <ErrorNote error={error} />}
      <div className="row end">
        <button type="submit" className="button main" disabled={busy || !form.isChanged}>
          Save
        </button>
      </div>
    </form>
  );
}

/** An empty field restores the default. */
function rateOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
