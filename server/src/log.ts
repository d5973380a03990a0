import { pino, type Logger } from 'pino';

/** Structured log on standard output; properties that could hold a secret are redacted by name. */
export function makeLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ['*.password', '*.token', '*.rtoken', '*.access_token', 'req.headers.authorization', 'req.headers.cookie'],
      censor: '[redacted]',
    },
  });
}
