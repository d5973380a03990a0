// npm run moving-in: simulates a university's initial setup on a running server with an empty database.
import { main } from '../e2e/moving-in/main.ts';
import { exitWithError } from './failed.ts';

main(process.argv.slice(2)).then((code) => process.exit(code), exitWithError);
