import { limits } from '../../ports/limits.ts';
import { agentAccess, type AgentSettings } from '../../ports/settings.ts';
import { choice, fault, Fault, list, text, type Field } from '../contract/fields.ts';
import { settingsGroup } from './settings-group.ts';

const template = text({
  lengthMin: 0,
  lengthMax: limits.agentUrlLengthMax,
  description:
    'http(s) address of a product page with `{id}`, `{sku}` or `{groupId}`, for items without `url`. Empty: none.',
});
const productUrl: Field<string> = {
  ...template,
  read: (value, path) => {
    const read = template.read(value, path);
    if (read instanceof Fault || read === '') return read;
    const isAddress = /^https?:\/\//i.test(read) && URL.canParse(read.replaceAll(/[{}]/g, ''));
    return isAddress ? read : fault(path, 'format', 'an http or https address');
  },
};

/** What shoppers' agents get. */
export const agentSettings = settingsGroup<AgentSettings>('AgentSettings', {
  access: choice(agentAccess, {
    description:
      'Who may use `/ucp/{project}` and `/mcp/{project}`: no one (`off`), callers with a key (`key`), or also anyone without one (`public`), within `rateLimits.addressPerMinute`.',
  }),
  productUrl,
  optionFields: list(text({ lengthMax: limits.fieldNameLengthMax, notBlank: true }), {
    countMax: limits.agentOptionFieldsMax,
    noun: 'fields',
    description:
      'Fields that tell the variants of a product apart. Empty: colour, size and other usual ones.',
  }),
});
