// npm run moving-in: a university moves in, on a running server with an empty world.
import { main } from '../e2e/moving-in/main.ts';
import { exitWithError } from './failed.ts';

main(process.argv.slice(2)).then((code) => process.exit(code), exitWithError);
