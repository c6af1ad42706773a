import { unsignedUserModes, type VisitorSettings } from '../../ports/configuration/visitor-settings.ts';
import { defineChoice } from '../contract/fields.ts';
import { defineSettingsGroup } from './settings-group.ts';

export const visitorSettings = defineSettingsGroup<VisitorSettings>('VisitorSettings', {
  unsignedUsers: defineChoice(unsignedUserModes, {
    description:
      'What a `user` counts for that a web key names without a signature: nothing, unless its `session` is linked to the user (`own`, the default of new projects), or that user (`any`, the default of projects of earlier versions).',
  }),
});
