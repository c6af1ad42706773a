import { alertKinds, type Webhook, type WebhookClient } from '../../ports/operation/alerts.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { taskKinds } from '../../ports/access/projects.ts';
import { defineChoice, defineList, nameField, defineText, type Field } from '../contract/fields.ts';
import { defineObject, makeOptional } from '../contract/object-fields.ts';
import { defineResourceTerms } from '../resources/change-resource.ts';

/** A webhook as clients send and see it. */
export type WebhookInput = Omit<Webhook, 'secret'>;

export const webhookTerms = defineResourceTerms('webhook', limits.webhooksMax);

export const webhookField: Field<WebhookInput> = nameField(
  'Webhook',
  defineObject(
    {
      id: defineText({ lengthMax: limits.resourceIdLengthMax, description: 'Such as `on-call`.' }),
      url: defineText({
        lengthMax: limits.webhookUrlLengthMax,
        description:
          'An https address that is reachable from the Internet, or one of `VITRINE_WEBHOOK_HOSTS`.',
        example: 'https://hooks.example.com/vitrine',
      }),
      alerts: defineList(defineChoice(alertKinds), {
        countMax: alertKinds.length,
        noun: 'kinds of alerts',
        distinct: true,
        description: 'The kinds of alerts that are sent.',
      }),
      tasks: makeOptional(
        defineList(defineChoice(taskKinds), {
          countMax: taskKinds.length,
          noun: 'kinds of tasks',
          distinct: true,
          description: 'The kinds of tasks whose end is sent. The default is none.',
        }),
      ),
    },
    { description: 'A receiver of alerts and of finished tasks.' },
  ),
);

const idPattern = /^[a-z0-9][a-z0-9_-]*$/;

/**
 * Checks constraints between members. `idInPath` is the id that the URL names.
 * @throws VitrineError invalid_request with the path of every error
 */
export function checkWebhook(
  { id, url, alerts, tasks = [] }: WebhookInput,
  idInPath: string,
  client: WebhookClient,
): void {
  const errors: InputError[] = [];
  const add = (path: string, code: string, detail: string): void => void errors.push({ path, code, detail });
  if (!idPattern.test(id))
    add(
      'webhook.id',
      'format',
      `webhook.id must have lower-case letters, digits, "-" and "_", and begin with a letter or digit: ${JSON.stringify(id)} does not`,
    );
  if (id !== idInPath)
    add('webhook.id', 'contradiction', `webhook.id must be ${JSON.stringify(idInPath)}, as in the path`);
  if (alerts.length + tasks.length === 0)
    add(
      'webhook.alerts',
      'too_few',
      'webhook.alerts or webhook.tasks must name what is sent: both are empty',
    );
  const refusal = client.findRefusal(url);
  if (refusal !== null)
    add('webhook.url', 'not_allowed', `webhook.url must be an address to send to: ${refusal}`);
  if (errors[0] !== undefined) throw new VitrineError('invalid_request', errors[0].detail, { errors });
}
