// npm start: builds the console if it is out of date, then serves in this process.
import { buildConsole } from './build.ts';

if (!buildConsole()) {
  console.error('The console could not be built.');
  process.exit(1);
}
await import('../server/src/main.ts');
