// npm run bench: how fast the product is, beside the least that could be done. --quick for a short look, --rows 10m for more.
import { main } from '../bench/main.ts';
import { exitWithError } from './failed.ts';

main(process.argv.slice(2)).then((met) => process.exit(met ? 0 : 1), exitWithError);
