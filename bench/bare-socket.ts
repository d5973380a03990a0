// Baseline for live connections: accepts all clients, and broadcasts each input line.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const server = createServer((_, response) => response.end('up'));
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data.toString())));
createInterface({ input: process.stdin }).on('line', (line) => {
  for (const socket of sockets.clients) socket.send(line);
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
