import { openEmbedded } from './embedded-shop.ts';
import { reusing } from './shop.ts';
import { suites } from './suites.ts';

const open = reusing(openEmbedded());
for (const suite of suites) suite('embedded', open);
