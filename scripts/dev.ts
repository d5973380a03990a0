// npm run dev: the server restarts when its sources change, the console reloads in the browser.
import { spawn } from 'node:child_process';

const options = { stdio: 'inherit', env: { ...process.env } } as const;
const server = spawn(process.execPath, ['--watch', 'server/src/main.ts'], options);
const web = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'web'], options);
const end = (): void => {
  server.kill('SIGTERM');
  web.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
server.on('exit', () => web.kill('SIGTERM'));
web.on('exit', () => server.kill('SIGTERM'));
