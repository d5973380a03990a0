// npm run check: types, lint, format, unit and API tests.
import { checks, runAll } from './steps.ts';

process.exit(runAll(checks) ? 0 : 1);
