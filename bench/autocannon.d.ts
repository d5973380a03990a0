// The part of autocannon that the benchmark uses; the package brings no types.
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** `context` lives for one turn through the requests. */
    setupRequest?: (request: Request, context: Record<string, unknown>) => Request;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Ends after so many requests, or when stopped. */
    amount: number;
    /** Milliseconds between two looks at whether it is over. */
    sampleInt: number;
    requests: Request[];
  }

  export interface Result {
    errors: number;
    timeouts: number;
  }

  export interface Run {
    stop: () => void;
    on: (event: 'response', heard: (client: unknown, status: number, bytes: number, milliseconds: number) => void) => void;
  }

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Run;
}
