import { unsignedUserModes, type VisitorSettings } from '../../ports/configuration/visitor-settings.ts';
import { choice } from '../contract/fields.ts';
import { settingsGroup } from './settings-group.ts';

export const visitorSettings = settingsGroup<VisitorSettings>('VisitorSettings', {
  unsignedUsers: choice(unsignedUserModes, {
    description:
      'What a `user` counts for that a web key names without a signature: nothing, unless its `session` is linked to the user (`own`, the default of new projects), or that user (`any`, the default of projects of earlier versions).',
  }),
});
