// Health checks for service managers, load balancers and monitors. They are public, so they answer only yes or no; the log has
// the reason.
import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import type { Db } from '../db/open.ts';
import type { Settings } from '../services/settings.ts';
import type { ModeCache } from '../services/mode.ts';
import type { FileStore } from '../services/file/store.ts';

/** Longest time a check takes. */
const TIMEOUT_MS = 3_000;
/** Limits how often public requests cause a write. */
const WRITES_EVERY_MS = 5_000;

export const HEALTH_PATHS = {
  health: {
    path: '/api/health',
    summary:
      'Whether the program works: the database answers and takes writes, there is room for files, and the ledger is sealed',
  },
  live: { path: '/api/health/live', summary: 'Whether the process answers; nothing else is asked' },
  ready: {
    path: '/api/health/ready',
    summary: 'Whether calls should be sent here: as health, and no while the program is ending or a restore replaces the data',
  },
} as const;

interface Asked {
  config: Pick<Config, 'dataDir'>;
  settings: Pick<Settings, 'get'>;
  db: Db;
  files: Pick<FileStore, 'incoming'>;
  mode: Pick<ModeCache, 'isClosed'>;
  log: Logger;
}

export class Health {
  readonly #services: Asked;
  #ending = false;
  #wrote: { at: number; problem: Promise<string | null> } | null = null;
  /** Last result of each check: changes are logged. */
  readonly #last = new Map<'health' | 'ready', string | null>();

  constructor(services: Asked) {
    this.#services = services;
  }

  /** Makes it not ready: the program is about to end. */
  drain(): void {
    this.#ending = true;
  }

  /** Whether calls should be sent to this process. */
  async isReady(): Promise<boolean> {
    return (
      !this.#ending &&
      (await this.#passes('ready', () => this.#problem())) &&
      !(await this.#services.mode.isClosed().catch(() => true)) &&
      !this.#ending
    );
  }

  /** Whether everything works, also what no call waits for. */
  isWell(): Promise<boolean> {
    return this.#passes('health', async () => (await this.#problem()) ?? this.#sealProblem());
  }

  async #passes(name: 'health' | 'ready', check: () => Promise<string | null>): Promise<boolean> {
    const problem = await Promise.race([
      check().catch((error: unknown) => String((error as Error).message || error)),
      sleep(TIMEOUT_MS, `no answer within ${TIMEOUT_MS} ms`, { ref: false }),
    ]);
    if (problem !== (this.#last.get(name) ?? null)) {
      if (problem === null) this.#services.log.info({ check: name }, 'healthy again');
      else this.#services.log.error({ check: name, problem }, 'not healthy');
      this.#last.set(name, problem);
    }
    return problem === null;
  }

  async #problem(): Promise<string | null> {
    await sql`select 1`.execute(this.#services.db);
    const now = Date.now();
    if (!this.#wrote || now - this.#wrote.at >= WRITES_EVERY_MS) {
      this.#wrote = { at: now, problem: this.#write().catch((error: unknown) => String((error as Error).message || error)) };
    }
    return this.#wrote.problem;
  }

  /** Why the ledger is not sealed: people go on working meanwhile. */
  async #sealProblem(): Promise<string | null> {
    const { rows } = await sql<{ error: string }>`
      select error from sys_job_run where name = 'seal' and error is not null`.execute(this.#services.db);
    return rows.length === 0 ? null : `sealing of the ledger has stopped: ${rows[0]!.error}`;
  }

  /** Why writing fails; null if it works. */
  async #write(): Promise<string | null> {
    const { config, settings, db, files } = this.#services;
    const { bavail, bsize } = await statfs(config.dataDir);
    const mb = settings.get('SYS_MIN_FREE_MB');
    if (bavail * bsize < mb * 1_000_000) return `less than ${mb} MB (SYS_MIN_FREE_MB) are free in ${config.dataDir}`;
    const trial = join(files.incoming, `.${randomUUID()}`);
    await writeFile(trial, 'x', { mode: 0o600 });
    await rm(trial);
    await sql`insert into sys_health (id) values (1) on conflict (id) do update set at = now()`.execute(db);
    return null;
  }
}

export function serveHealth(app: FastifyInstance, health: Services['health']): void {
  const answer = (path: string, ask: () => boolean | Promise<boolean>): void => {
    app.get(path, async (_, reply) => {
      const ok = await ask();
      return reply.status(ok ? 200 : 503).send({ ok });
    });
  };
  answer(HEALTH_PATHS.live.path, () => true);
  answer(HEALTH_PATHS.health.path, () => health.isWell());
  answer(HEALTH_PATHS.ready.path, () => health.isReady());
}
