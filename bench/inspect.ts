// Exact heap size of a server process, read through its inspector after garbage collection.
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** @param port of the inspector @returns bytes of the heap and of external buffers */
export async function getHeapBytes(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const ask = async (method: string, params = {}): Promise<{ result: { result: { value: number } } }> => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [answer] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(answer.toString()) as { result: { result: { value: number } } };
  };
  await ask('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await ask('Runtime.evaluate', { expression });
  socket.close();
  return result.result.value;
}
