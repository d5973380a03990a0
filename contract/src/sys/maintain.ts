// Backups and maintenance, for administrators, including work that outlasts a call.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { currentPassword } from '../auth/password.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { CREDENTIALS_MAX_BYTES, routes } from '../kit/route.ts';

/** AUTO: scheduled. PRE_UPGRADE, PRE_RESTORE: automatic, before everything changes. UPLOAD: uploaded. */
export const BACKUP_KINDS = ['AUTO', 'MANUAL', 'PRE_UPGRADE', 'PRE_RESTORE', 'UPLOAD'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];
/** UPLOADING: incomplete. READY: complete on disk. VERIFIED: restored to a scratch database, compared, and its ledger proved. */
export const BACKUP_STATES = ['RUNNING', 'UPLOADING', 'READY', 'VERIFIED', 'FAILED'] as const;

/** Faults of a backup or restore, and obstacles to it. `params` fill the text. */
const BACKUP_FAULTS = [
  'NO_ROOM',
  'CUT',
  'FAILED',
  'MISSING',
  'NOT_A_BACKUP',
  'KEY_MISSING',
  'KEY_WRONG',
  'BROKEN',
  'EXTRA',
  'FORMAT',
  'NEWER',
  'EDITED',
  'OTHER_SITE',
  'FORGED',
  'TABLES',
  'ROWS',
  'REFUSED',
  'LEDGER',
  'FILES',
  'NO_SCRATCH',
  'OLDER',
  'BUSY',
  'CANCELLED',
] as const;
const fault = z.object({
  code: z.enum(BACKUP_FAULTS),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});
export type BackupFault = z.infer<typeof fault>;

/** Phases of running work. */
const WORK_PHASES = [
  'WAITING',
  'TABLES',
  'FILES',
  'CHECKING',
  'LOADING',
  'INDEXING',
  'COMPARING',
  'PROVING',
  'SWITCHING',
] as const;
export type WorkPhase = (typeof WORK_PHASES)[number];
const WORK_KINDS = ['BACKUP', 'VERIFY', 'CHECK', 'RESTORE'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const backup = z.object({
  id: z.string(),
  kind: z.enum(BACKUP_KINDS),
  state: z.enum(BACKUP_STATES),
  /** File name. */
  name: z.string(),
  /** Original name of an uploaded file; null if made here. */
  givenName: f.maybe(z.string()),
  /** Bytes; of an upload, the expected total. */
  size: f.maybe(z.number()),
  /** Hexadecimal. */
  sha256: f.maybe(z.string()),
  encrypted: z.boolean(),
  tables: f.maybe(z.int()),
  rows: f.maybe(z.number()),
  files: f.maybe(z.int()),
  version: f.maybe(z.string()),
  /** Newest migration in it. */
  migration: f.maybe(z.string()),
  /** null: by the system. */
  by: f.maybe(z.string()),
  createdAt: z.string(),
  /** Time of the snapshot, if known. */
  madeAt: f.maybe(z.string()),
  readyAt: f.maybe(z.string()),
  verifiedAt: f.maybe(z.string()),
  /** Why it failed or could not be verified. */
  fault: f.maybe(fault),
});
export type Backup = z.infer<typeof backup>;

const work = z.object({
  id: z.string(),
  kind: z.enum(WORK_KINDS),
  backupId: f.maybe(z.string()),
  phase: z.enum(WORK_PHASES),
  /** Of `total`, which is 0 if unknown. */
  done: z.number(),
  total: z.number(),
  begunAt: z.string(),
});
export type MaintainWork = z.infer<typeof work>;

/** MAINTENANCE: announced, with an end. READ_ONLY: until ended by hand. RESTORE: while a backup is restored. */
const MODES = ['MAINTENANCE', 'READ_ONLY', 'RESTORE'] as const;
export type ModeKind = (typeof MODES)[number];
const mode = z.object({
  kind: z.enum(MODES),
  reason: z.string(),
  /** When it ends automatically. */
  until: f.maybe(z.string()),
  since: z.string(),
  by: f.maybe(z.string()),
});
/** Read-only mode. */
export type Mode = z.infer<typeof mode>;

const migration = z.object({
  name: z.string(),
  checksum: z.string(),
  appliedAt: z.string(),
  /** Duration, and version of the product that applied it; null if it predates this record. */
  ms: f.maybe(z.int()),
  version: f.maybe(z.string()),
});

/** Checks of whether a backup can be restored here and now. */
const BACKUP_CHECKS = [
  'WHOLE',
  'SITE',
  'VERSION',
  'MIGRATIONS',
  'FILES',
  'SECRETS',
  'LATER',
  'LEDGER',
  'ROOM',
  'VERIFIED',
] as const;
const backupCheck = z.object({
  check: z.enum(BACKUP_CHECKS),
  result: z.enum(['OK', 'WARN', 'BAD']),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});
export type BackupCheck = z.infer<typeof backupCheck>;
const backupReport = z.object({
  at: z.string(),
  /** Why it cannot be restored here; other findings are then unreliable. */
  fault: f.maybe(fault),
  checks: z.array(backupCheck),
});
export type BackupReport = z.infer<typeof backupReport>;
/** Maximum age of the inspection that a restore is based on. */
export const BACKUP_CHECK_FRESH_MINUTES = 60;

/** Checks before an upgrade. */
const UPGRADE_CHECKS = ['BACKUP', 'ROOM', 'WORK', 'WRITES', 'PROCESSES', 'LEDGER', 'DATABASE'] as const;
const upgradeCheck = z.object({
  check: z.enum(UPGRADE_CHECKS),
  result: z.enum(['OK', 'WARN', 'BAD']),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type UpgradeCheck = z.infer<typeof upgradeCheck>;

const ADMIN = ['ROLE_ADMIN'] as const;
/** Re-authentication by password or authenticator code. */
const identityProof = { password: f.maybe(currentPassword), code: f.maybeText(40) };
const one = { params: z.strictObject({ id: f.id }) } as const;

export const maintainRoutes = routes({
  getMode: {
    method: 'GET',
    path: '/sys/maintain/upgrade/mode',
    summary: 'The time in which people look and change nothing, where one runs',
    needs: ADMIN,
    reply: f.maybe(mode),
  },
  beginMode: {
    method: 'PUT',
    path: '/sys/maintain/upgrade/mode',
    summary: 'Let people look and change nothing, for some minutes or until it is ended',
    needs: ADMIN,
    body: z.strictObject({
      reason: f.requiredText(200),
      /** When it ends automatically; null: never. */
      minutes: f.maybe(z.int().check(z.gte(1), z.lte(2_880))),
    }),
    reply: f.maybe(mode),
    errors: ['MAINTAIN_BUSY'],
  },
  endMode: {
    method: 'DELETE',
    path: '/sys/maintain/upgrade/mode',
    summary: 'Let people change things again',
    needs: ADMIN,
    reply: z.null(),
    errors: ['MAINTAIN_BUSY'],
  },
  getMaintainWork: {
    method: 'GET',
    path: '/sys/maintain/upgrade/work',
    summary: 'The work on all of the data that is under way, and how far it is',
    needs: ADMIN,
    reply: f.maybe(work),
  },
  getUpgrade: {
    method: 'GET',
    path: '/sys/maintain/upgrade',
    summary: 'Which version runs on what, its migrations, and what has changed',
    needs: ADMIN,
    reply: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: z.string(),
      /** BUNDLED: the PostgreSQL shipped with the product. */
      database: z.object({ kind: z.enum(['BUNDLED', 'SERVER']), version: z.string(), bytes: z.number() }),
      /** Processes connected to this database. */
      processes: z.int(),
      /** What restarts the product after it exits; null if unknown. */
      service: f.maybe(z.enum(['systemd'])),
      folder: z.string(),
      dataDir: z.string(),
      /** Environment variables that it was started with; of secrets the names alone. */
      settings: z.object({
        shown: z.array(z.object({ name: z.string(), value: z.string() })),
        secret: z.array(z.string()),
      }),
      migrations: z.array(migration),
      /** Changelog of this and earlier versions, from the file shipped with the product. */
      changes: z.array(
        z.object({ title: z.string(), groups: z.array(z.object({ title: z.string(), items: z.array(z.string()) })) }),
      ),
    }),
  },
  checkUpgrade: {
    method: 'GET',
    path: '/sys/maintain/upgrade/check',
    summary: 'Obstacles to an upgrade',
    needs: ADMIN,
    reply: z.array(upgradeCheck),
  },
  listBackups: {
    method: 'GET',
    path: '/sys/maintain/upgrade/bak',
    summary: 'Backups, newest first',
    needs: ADMIN,
    query: listQuery(['createdAt', 'size'], {
      kind: z.optional(f.choices(BACKUP_KINDS)),
      state: z.optional(f.choices(BACKUP_STATES)),
    }),
    reply: pageOf(backup),
  },
  getBackupState: {
    method: 'GET',
    path: '/sys/maintain/upgrade/bak/state',
    summary: 'Whether backups are made by the clock, and where they lie',
    needs: ADMIN,
    reply: z.object({
      on: z.boolean(),
      time: z.string(),
      keep: z.int(),
      verify: z.boolean(),
      /** Whether backups are encrypted, which needs a key in the environment. */
      encrypted: z.boolean(),
      folder: z.string(),
      /** Bytes free on the disk, and used by backups. */
      free: z.number(),
      used: z.number(),
      /** When the newest complete backup was begun, and the newest verified one. Those with a missing file don't count. */
      lastReadyAt: f.maybe(z.string()),
      lastVerifiedAt: f.maybe(z.string()),
    }),
  },
  getBackup: {
    method: 'GET',
    path: '/sys/maintain/upgrade/bak/{id}',
    summary: 'A backup',
    needs: ADMIN,
    ...one,
    reply: backup,
  },
  makeBackup: {
    method: 'POST',
    path: '/sys/maintain/upgrade/bak',
    summary: 'Make a backup now, while everybody goes on working',
    needs: ADMIN,
    reply: backup,
    errors: ['MAINTAIN_BUSY'],
  },
  verifyBackup: {
    method: 'POST',
    path: '/sys/maintain/upgrade/bak/{id}/verify',
    summary: 'Restore a backup into a scratch database, compare it and prove its ledger',
    needs: ADMIN,
    ...one,
    reply: backup,
    errors: ['MAINTAIN_BUSY', 'BACKUP_NOT_READY'],
  },
  getBackupReport: {
    method: 'GET',
    path: '/sys/maintain/upgrade/bak/{id}/check',
    summary: 'Result of the last inspection of a backup; null if there is none',
    needs: ADMIN,
    ...one,
    reply: f.maybe(backupReport),
  },
  checkBackup: {
    method: 'POST',
    path: '/sys/maintain/upgrade/bak/{id}/check',
    summary: 'Inspect a backup: completeness, origin, and the effect of restoring it. Changes nothing',
    needs: ADMIN,
    ...one,
    reply: backup,
    errors: ['MAINTAIN_BUSY', 'BACKUP_NOT_READY'],
  },
  restoreBackup: {
    method: 'POST',
    path: '/sys/maintain/upgrade/bak/{id}/restore',
    summary:
      'Put a backup back in place of what there is now: asked for by whoever has just proven who they are, has looked into it within the hour, and has written the name of the site. What there is now is backed up first; everybody is signed out',
    needs: ADMIN,
    repeat: 'runs',
    bodyMax: CREDENTIALS_MAX_BYTES,
    ...one,
    body: z.strictObject({
      /** The site's name in either language, as confirmation. */
      site: f.requiredText(60),
      reason: f.requiredText(200),
      ...identityProof,
    }),
    reply: backup,
    errors: [
      'INVALID',
      'TOO_MANY',
      'WHILE_ACTING',
      'IDENTITY_NEEDED',
      'MAINTAIN_BUSY',
      'BACKUP_NOT_READY',
      'BACKUP_NOT_LOOKED_INTO',
    ],
  },
  cancelRestore: {
    method: 'DELETE',
    path: '/sys/maintain/upgrade/work',
    summary: 'Give up the restore that is under way, which then changes nothing; one that has replaced the data cannot be',
    needs: ADMIN,
    reply: z.null(),
  },
  beginUpload: {
    method: 'POST',
    path: '/sys/maintain/upgrade/load',
    summary: 'Begin to upload a backup, or go on with one that was cut off: a file of the same name, size and time',
    needs: ADMIN,
    body: z.strictObject({
      name: f.name(200),
      /** Bytes. */
      size: z.int().check(z.gte(1)),
      /** Modification time of the file, in ms. */
      modified: z.int(),
    }),
    reply: z.object({
      id: z.string(),
      /** Bytes received so far. */
      received: z.number(),
      /** Maximum chunk size. */
      partBytes: z.int(),
    }),
    errors: ['BACKUP_TOO_LARGE', 'NO_ROOM_FOR'],
  },
  addUpload: {
    method: 'POST',
    path: '/sys/maintain/upgrade/load/{id}',
    summary: 'The next chunk of an uploaded backup. It must start where the last one ended',
    needs: ADMIN,
    ...one,
    query: z.strictObject({ at: z.coerce.number().check(z.int(), z.gte(0)) }),
    body: 'file',
    /** Total bytes received. */
    reply: z.object({ received: z.number(), size: z.number() }),
    errors: ['NO_ROOM_FOR'],
  },
  getUpload: {
    method: 'GET',
    path: '/sys/maintain/upgrade/load/{id}',
    summary: 'How much of a backup that is being uploaded has come',
    needs: ADMIN,
    ...one,
    reply: z.object({ received: z.number(), size: z.number() }),
  },
  makeBackupTicket: {
    method: 'POST',
    path: '/sys/maintain/upgrade/bak/{file}/ticket',
    summary: 'An `access_token` for downloading a backup: once, within a minute, after re-authentication',
    needs: ADMIN,
    repeat: 'runs',
    bodyMax: CREDENTIALS_MAX_BYTES,
    params: z.strictObject({ file: f.id }),
    body: z.strictObject(identityProof),
    reply: z.object({ access_token: z.string(), expries: z.int() }),
    errors: ['INVALID', 'TOO_MANY', 'WHILE_ACTING', 'IDENTITY_NEEDED', 'BACKUP_NOT_READY'],
  },
  downloadBackup: {
    method: 'GET',
    path: '/sys/maintain/upgrade/bak/{file}/file',
    summary: 'The file of a backup, for the ticket of an administrator alone',
    needs: 'signed-in',
    params: z.strictObject({ file: f.id }),
    query: z.strictObject({ access_token: z.optional(z.string()) }),
    reply: 'file',
    errors: ['FILE_LOST'],
  },
  deleteBackup: {
    method: 'DELETE',
    path: '/sys/maintain/upgrade/bak/{id}',
    summary: 'Delete a backup with its file',
    needs: ADMIN,
    ...one,
    reply: z.null(),
    errors: ['MAINTAIN_BUSY'],
  },
});
