// Source of each file: its configured URL, else the folder of the machine.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SettingCode } from '@kuwei/contract/setting';
import { NIGHTLY_KINDS, type NightlyKind } from '@kuwei/contract/sys/nightly';
import type { Services } from '../../context.ts';
import type { Upload } from '../../http/transfer.ts';
import { reserveSpace, type ReservedSpace } from '../../http/upload-room.ts';
import { addressIn, fetchFile, isAllowed, LIMITS, type Limits, type Secrets } from './address.ts';
import { NightFault } from './fault.ts';
import { copyFile, FILE_NAMES, listFolder, awaitSettledFile, type Listing, type SettlePolicy } from './folder.ts';

export const ADDRESS_OF = {
  PEOPLE: 'SYS_NIGHTLY_PEOPLE_URL',
  GROUPS: 'SYS_NIGHTLY_GROUPS_URL',
  MEMBERS: 'SYS_NIGHTLY_MEMBERS_URL',
} as const satisfies Record<NightlyKind, SettingCode>;

/** A file before it is read. */
export interface Source {
  kind: NightlyKind;
  /** As named in reports: the file name, or the URL without secrets. */
  file: string;
  /** @throws NightFault, AppError */
  take: () => Promise<Upload>;
}

/** Timeouts and retries. */
export type SourceTimeouts = SettlePolicy & Limits;
export const SOURCE_TIMEOUTS: SourceTimeouts = { settle: (signal) => sleep(5_000, undefined, { signal }), looks: 60, ...LIMITS };

interface Sources {
  found: Source[];
  /** Foreign names in the folder. */
  others: string[];
}

/** Finds the sources, and waits until files of the folder are stable. Faults of a source are reported when it is read. */
export async function findSources(services: Services, patience: SourceTimeouts): Promise<Sources> {
  const { folder } = services.config.nightly;
  const asked = NIGHTLY_KINDS.filter((kind) => addressOf(services, kind) === '');
  const listing =
    folder === null || asked.length === 0 ? null : await listFolder(folder).catch((error: unknown) => error as Error);
  const found = await Promise.all(
    NIGHTLY_KINDS.map(async (kind) =>
      asked.includes(kind) ? ofFolder(services, kind, listing, patience) : ofAddress(services, kind, patience),
    ),
  );
  const others = listing === null || listing instanceof Error ? [] : listing.others;
  return { found: found.filter((source) => source !== null), others };
}

const addressOf = ({ settings }: Services, kind: NightlyKind): string => settings.get(ADDRESS_OF[kind]).trim();

async function ofFolder(
  services: Services,
  kind: NightlyKind,
  listing: Listing | Error | null,
  pace: SettlePolicy,
): Promise<Source | null> {
  const folder = services.config.nightly.folder;
  if (folder === null || listing === null) return null;
  const failing = (file: string, error: unknown): Source => ({ kind, file, take: () => Promise.reject(error) });
  if (listing instanceof Error) return failing(FILE_NAMES[kind], listing);
  const names = listing.files[kind];
  const [name] = names;
  if (name === undefined) return (await wasTaken(services, kind)) ? failing(FILE_NAMES[kind], new NightFault('gone')) : null;
  if (names.length > 1) return failing(FILE_NAMES[kind], new NightFault('several', { names: [...names] }));
  try {
    const facts = await awaitSettledFile(folder, name, pace);
    return {
      kind,
      file: name,
      take: () => withReservedRoom(services, facts.size, (room) => copyFile(facts, name, services.files.incoming, room)),
    };
  } catch (error) {
    return failing(name, error);
  }
}

/** Whether the last imported file of a kind came from the folder: then its absence is reported. */
async function wasTaken({ db }: Services, kind: NightlyKind): Promise<boolean> {
  const last = await db
    .selectFrom('sys_nightly_file')
    .where('kind', '=', kind)
    .where('state', '=', 'TAKEN')
    .orderBy('at', 'desc')
    .select('file')
    .executeTakeFirst();
  return last !== undefined && !last.file.includes('/');
}

function ofAddress(services: Services, kind: NightlyKind, limits: Limits): Source {
  const address = addressOf(services, kind);
  const url = addressIn(address);
  const name = url?.pathname.split('/').at(-1) || FILE_NAMES[kind];
  return {
    kind,
    // A URL with a secret, set by environment variable against the rules, is not shown.
    file: url === null ? FILE_NAMES[kind] : url.origin + url.pathname,
    take: async () => {
      const secrets = await secretsFor(services, kind, url);
      const { hosts } = services.config.nightly;
      return withReservedRoom(services, null, (room) =>
        fetchFile({ address, secrets, hosts, limits }, name, services.files.incoming, room),
      );
    },
  };
}

const SECRETS = ['SYS_NIGHTLY_TOKEN', 'SYS_NIGHTLY_QUERY'] as const;

/**
 * Secrets are only sent to URLs that were set before them, so no one can read one by changing the URL. Secrets from the
 * environment are only sent to URLs from the environment, and to hosts that it allows.
 * @throws NightFault
 */
async function secretsFor({ db, settings, config }: Services, kind: NightlyKind, url: URL | null): Promise<Secrets> {
  const [token, query] = SECRETS.map((code) => settings.get(code));
  const address = ADDRESS_OF[kind];
  const rows = await db
    .selectFrom('sys_config')
    .where('code', 'in', [address, ...SECRETS])
    .select(['code', 'updated_at'])
    .execute();
  const setAt = new Map<string, Date>(rows.map(({ code, updated_at }) => [code, new Date(updated_at)]));
  const maySend = (code: (typeof SECRETS)[number]): boolean => {
    if (settings.fixed.has(address)) return true;
    if (settings.fixed.has(code)) return url !== null && isAllowed(url, config.nightly.hosts);
    return (setAt.get(code)?.getTime() ?? 0) >= (setAt.get(address)?.getTime() ?? 0);
  };
  if (SECRETS.some((code) => settings.get(code) !== null && !maySend(code))) throw new NightFault('secret');
  return { token: token ?? null, query: query ?? null };
}

async function withReservedRoom(
  services: Services,
  size: number | null,
  work: (room: ReservedSpace) => Promise<Upload>,
): Promise<Upload> {
  const room = await reserveSpace(services, size, null);
  try {
    return await work(room);
  } finally {
    room.leave();
  }
}
