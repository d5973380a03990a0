// npm run replay: replays real data against a running server.
import { main } from '../e2e/replay/main.ts';
import { exitWithError } from './failed.ts';

main(process.argv.slice(2)).then((code) => process.exit(code), exitWithError);
