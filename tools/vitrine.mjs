// `npm run -s vitrine -- <command>`: the command line in a checkout.
import { refuseOldNode } from './installation/node-version.mjs';

refuseOldNode();
// Not a static import, which an old Node would parse before the check.
void import('./command.mjs');
