import { testedOpenSearch } from '../../support/opensearch/database.ts';
import { testPlacement } from '../placement.ts';

testPlacement(await testedOpenSearch());
