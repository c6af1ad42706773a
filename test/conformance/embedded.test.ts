import { openEmbedded } from './embedded-shop.ts';
import { suites } from './suites.ts';

for (const suite of suites) suite('embedded', openEmbedded());
