// The menu from database and program, and its cache per process.
import { EVENTS } from '@kuwei/contract/event';
import type { MenuItem } from '@kuwei/contract/menu-item';
import { sql, type Kysely } from 'kysely';
import type { Bus } from '../../bus.ts';
import type { Db } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { itemOf, mergeMenu, type MergedEntry, type StoredMenuRow } from './merge.ts';

export async function storedRows(db: Kysely<DB>): Promise<StoredMenuRow[]> {
  const { rows } = await sql<StoredMenuRow>`
    select m.id, m.own, m.changes, m.children, m.rev, m.updated_at as "updatedAt", u.name as "updatedBy"
      from sys_menu m left join sys_user u on u.id = m.updated_by order by m.id`.execute(db);
  return rows;
}

export const readMenu = async (db: Kysely<DB>): Promise<MergedEntry[]> => mergeMenu(await storedRows(db));

/** The menu for consoles, cached until any process changes it. */
export class MenuCache {
  readonly #db: Db;
  readonly #bus: Bus;
  #items: Promise<MenuItem[]> | null = null;

  constructor(db: Db, bus: Bus) {
    this.#db = db;
    this.#bus = bus;
    bus.subscribe(({ bc, fc }) => {
      if (bc === EVENTS.menu.bc && fc === EVENTS.menu.fc) this.#items = null;
    });
  }

  /** Without a connection for events, nothing is cached. */
  items(): Promise<MenuItem[]> {
    if (!this.#bus.connected) return this.#read();
    this.#items ??= this.#read().catch((error: unknown) => {
      this.#items = null;
      throw error;
    });
    return this.#items;
  }

  #read = async (): Promise<MenuItem[]> => (await readMenu(this.#db)).map(itemOf);
}
