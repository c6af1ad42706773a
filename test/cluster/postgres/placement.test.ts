import { testedSchema } from '../../support/postgres/database.ts';
import { testPlacement } from '../placement.ts';

testPlacement(await testedSchema());
