import {
  mayClaimUsers,
  separateUnprovenEvents,
  dropUnprovenUser,
  type ProvenEvents,
} from '../../domain/events/unsigned-users.ts';
import type { EventInput } from '../../domain/events/event-input.ts';
import type { ServedProject } from '../../ports/engine.ts';
import type { Warning } from '../../ports/errors.ts';
import type { Call, Operation } from '../operation.ts';

type ClaimingCall = Pick<Call, 'key' | 'warnings'> & {
  readonly project: Pick<ServedProject, 'visitorLinks'> & {
    readonly settings: Pick<ServedProject['settings'], 'effective'>;
  };
};

const hint =
  'use a server key on your server, sign a key for the user, or link the session by an event of one of these keys. The setting is `visitors.unsignedUsers`';

/** Parameters without a user that the key and the session do not prove; `warnings` says so. */
export function withProvenUser<V>(call: ClaimingCall, values: V): V {
  const { user = null, session = null } = (values ?? {}) as { user?: unknown; session?: unknown };
  if (typeof user !== 'string' || !mayClaimUsers(call.key, call.project.settings.effective())) return values;
  const visitor = { user, session: typeof session === 'string' ? session : null };
  if (dropUnprovenUser(visitor, call.project.visitorLinks).user !== null) return values;
  const shown = visitor.session === null ? 'a new visitor' : 'the session alone';
  call.warnings.push({
    code: 'unsigned_user',
    path: 'user',
    detail: `A web key cannot speak for a \`user\`: the reply is that of ${shown}. To act for the user, ${hint}`,
  });
  return { ...values, user: null };
}

/** Applies {@link withProvenUser} to the parameters of an operation on one project. */
export function withProvenCall<C extends Call>({ access }: Operation, call: C): C {
  // Members of other operations have other meanings; those without a project have none here.
  if (access.kind !== 'key' || (call.project as unknown) === null) return call;
  const query = withProvenUser(call, call.query);
  const body = withProvenUser(call, call.body);
  return query === call.query && body === call.body ? call : { ...call, query, body };
}

/** Removes the users that neither key nor session proves, and warns of them. Returns null if all are proven. */
export function findUnprovenEvents(
  call: ClaimingCall,
  events: readonly EventInput[],
): (ProvenEvents & { readonly warning: Warning }) | null {
  const settings = call.project.settings.effective();
  if (!mayClaimUsers(call.key, settings)) return null;
  const proven = separateUnprovenEvents(events, call.project.visitorLinks, settings);
  if (!proven.hasUnproven) return null;
  const left =
    proven.retractions === 0
      ? ''
      : `, and ${proven.retractions} retraction${proven.retractions === 1 ? ' has' : 's have'} no effect`;
  const warning = {
    code: 'unsigned_user',
    path: 'data',
    detail: `A web key cannot speak for a \`user\`: events count for their \`session\`, or for a visitor of their own${left}. To count for the user, ${hint}`,
  };
  return { ...proven, warning };
}
