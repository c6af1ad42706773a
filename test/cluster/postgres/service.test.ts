import { testedPostgres } from '../../support/postgres/database.ts';
import { testService } from '../service.ts';

testService(testedPostgres());
