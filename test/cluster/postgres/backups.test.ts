import { testedSchema } from '../../support/postgres/database.ts';
import { testBackups } from '../backups.ts';

testBackups(await testedSchema());
