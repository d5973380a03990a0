// npm run bench: performance compared with a minimal implementation. --quick for a short run, --rows 10m for a larger one.
import { main } from '../bench/main.ts';
import { exitWithError } from './failed.ts';

main(process.argv.slice(2)).then((met) => process.exit(met ? 0 : 1), exitWithError);
