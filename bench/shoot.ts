// Reads a shot from standard input, makes its calls, prints what was measured.
import autocannon, { type Request } from 'autocannon';
import { json } from 'node:stream/consumers';
import { spareFor, type Call, type Measured, type Shot } from './shot.ts';

const { url, connections, chains, duration } = (await json(process.stdin)) as Shot;
const steps = chains[0]!.length;

let next = 0;
const stepOf =
  (step: number) =>
  (request: Request, context: Record<string, unknown>): Request => {
    if (step === 0) context['chain'] = chains[next++ % chains.length];
    return { ...request, ...(context['chain'] as Call[])[step] };
  };

const only = chains.length === 1 && steps === 1 ? chains[0]! : null;
const result = await autocannon({
  url,
  connections,
  ...(duration === undefined ? { amount: (chains.length - spareFor(connections)) * steps } : { duration }),
  requests: only ?? chains[0]!.map((_, step) => ({ setupRequest: stepOf(step) })),
});
const failed = result.errors + result.timeouts + result.non2xx;
if (failed > 0) {
  console.log(`${failed} of ${failed + result['2xx']} calls failed`);
  process.exit(1);
}
const measured: Measured = { rate: result['2xx'] / steps / result.duration, p99: result.latency.p99 };
console.log(JSON.stringify(measured));
