// Reads a load run from standard input, makes its calls, and prints the measurements.
import autocannon, { type Request, type Result } from 'autocannon';
import { json } from 'node:stream/consumers';
import { spareFor, type Call, type Measured, type LoadRun } from './load.ts';

const LOOK_MS = 50;

const { url, connections, chains, again, seconds } = (await json(process.stdin)) as LoadRun;
const steps = chains[0]!.length;

let next = 0;
const stepOf =
  (step: number) =>
  (request: Request, context: Record<string, unknown>): Request => {
    if (step === 0) context['chain'] = chains[next++ % chains.length];
    return { ...request, ...(context['chain'] as Call[])[step] };
  };

let refused = 0;
/** Number of replies by status. */
const statuses: Record<number, number> = {};
const times: number[] = [];
let last = 0;
const begun = performance.now();
const result = await new Promise<Result>((done, fail) => {
  const run = autocannon(
    {
      url,
      connections,
      amount: again ? Number.MAX_SAFE_INTEGER : (chains.length - spareFor(connections)) * steps,
      sampleInt: LOOK_MS,
      requests: chains.length === 1 && steps === 1 ? chains[0]! : chains[0]!.map((_, step) => ({ setupRequest: stepOf(step) })),
    },
    (error, ended) => (error ? fail(error) : done(ended)),
  );
  run.on('response', (_, status, __, milliseconds) => {
    if (status !== 200) refused++;
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(milliseconds);
    last = performance.now();
  });
  // At least one chain is completed, even on a slow machine in a short run.
  const look = setInterval(() => {
    if (times.length < steps || performance.now() - begun < seconds * 1_000) return;
    clearInterval(look);
    run.stop();
  }, LOOK_MS);
  look.unref();
});

const failed = refused + result.errors + result.timeouts;
if (failed > 0 || times.length === 0) {
  console.log(`${failed} of ${failed + times.length} calls failed: ${JSON.stringify(statuses)}`);
  process.exit(1);
}
times.sort((a, b) => a - b);
const measured: Measured = {
  rate: times.length / steps / ((last - begun) / 1_000),
  calls: times.length,
  p99: times[Math.floor(times.length * 0.99)]!,
};
console.log(JSON.stringify(measured));
