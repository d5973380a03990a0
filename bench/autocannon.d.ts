// The part of autocannon that the benchmark uses; the package has no types.
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** `context` lasts for one pass through the requests. */
    setupRequest?: (request: Request, context: Record<string, unknown>) => Request;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Number of requests after which it ends, unless stopped. */
    amount: number;
    /** Interval in milliseconds between checks for the end. */
    sampleInt: number;
    requests: Request[];
  }

  export interface Result {
    errors: number;
    timeouts: number;
  }

  export interface Run {
    stop: () => void;
    on: (event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void) => void;
  }

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Run;
}
