// Holds many sockets in a process of its own. Each input line contains greetings of sockets to open; prints a line when they are
// open, and one per frame when the last socket has received it.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

/** More at once would trigger the rate limit. */
const AT_ONCE = 100;

const url = process.argv[2]!;
const printLine = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

let open = 0;
let receivedCount = 0;

/** @param greeting first frame to send; joined once it is answered */
async function join(greeting: string): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(greeting);
  const [answer] = (await once(socket, 'message')) as [Buffer];
  if ((JSON.parse(answer.toString()) as { c?: number }).c !== 200) throw new Error(`refused: ${answer.toString()}`);
  open++;
  socket.on('message', () => {
    if (++receivedCount % open === 0) printLine({ lastAt: performance.timeOrigin + performance.now() });
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const greetings = JSON.parse(line) as string[];
  for (let from = 0; from < greetings.length; from += AT_ONCE) {
    await Promise.all(greetings.slice(from, from + AT_ONCE).map(join));
  }
  printLine({ open });
}
