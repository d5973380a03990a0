// npm run replay: real data against a running server.
import { main } from '../e2e/replay/main.ts';

process.exit(await main(process.argv.slice(2)));
