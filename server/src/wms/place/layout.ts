// Containers of warehouses and their limits. Cached per process by version, so that a warehouse of a thousand cabinets is not
// sent again with every arriving bottle.
import { SEGREGATING, type ContainerType } from '@kuwei/contract/wms/place';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { asText } from '../../db/columns.ts';
import { preparedStatement } from '../../db/prepared.ts';
import type { DB } from '../../db/types.ts';
import { loadCompatible } from '../storage-rule/matrices.ts';
import type { Compatible } from './rules.ts';

/** What all boxes of the same warehouses share. */
export interface Layout {
  tree: Tree;
  /** Whether any of the arriving goods has a storage group that must be segregated. */
  isGrouped: boolean;
  compatible: Compatible;
}

export interface ContainerRow {
  id: string;
  parentId: string | null;
  type: ContainerType;
  code: string;
  name: string;
  nameEn: string | null;
  conditions: string[];
  allowedGroups: string[] | null;
  hazardAllowed: boolean;
  maxVolumeL: string | null;
  maxMassKg: string | null;
}

export interface LayoutRow {
  /** One entry per warehouse: `containers` is null if the version is cached, `version` is null if the warehouse has none yet. */
  places: { version: string | null; containers: ContainerRow[] | null }[];
  /** Version of the storage-group matrices. */
  version: string;
  isGrouped: boolean;
}

/** Containers by version, newest last. Versions are never reused, not even after a rollback. */
type LayoutCache = ReadonlyMap<string, ContainerRow[]>;
const layoutCache = new Map<string, ContainerRow[]>();
const KNOWN_MAX = 32;

/** Snapshot of the cache: pass it to `layoutColumns`, and with the row read to `layoutOf`. */
export const cachedLayouts = (): LayoutCache => new Map(layoutCache);

/** @param warehouses query for warehouse ids */
export const layoutColumns = (
  warehouses: RawBuilder<unknown>,
  asked: readonly string[],
  places: LayoutCache,
): RawBuilder<LayoutRow> => sql<LayoutRow>`
  coalesce((
    select json_agg(json_build_object('version', v.version, 'containers', case when (v.version <> all(${[...places.keys()]}::uuid[])) is not false then (
      select coalesce(json_agg(json_build_object('id', id, 'parentId', parent_id, 'type', type, 'code', code, 'name', name, 'nameEn', name_en,
               'conditions', conditions_offered, 'allowedGroups', allowed_groups, 'hazardAllowed', hazard_allowed,
               'maxVolumeL', ${asText('max_volume_l')}, 'maxMassKg', ${asText('max_mass_kg')})), '[]')
        from wms_container c where c.warehouse_id = w.id and c.deleted_at is null) end))
      from wms_warehouse w left join wms_layout v on v.warehouse_id = w.id where w.id in (${warehouses})), '[]') as places,
  (select version from wms_storage_rule) as version,
  exists (select from wms_product where id = any(${[...asked]}::uuid[]) and separation_group is not null) as "isGrouped"`;

/** @param before the cache snapshot with which `row` was queried */
export async function layoutOf(db: Kysely<DB>, { places, version, isGrouped }: LayoutRow, before: LayoutCache): Promise<Layout> {
  const containers = places.flatMap(({ version: of, containers: read }) => {
    if (read === null) return before.get(of!)!;
    if (of !== null) layoutCache.set(of, read);
    if (layoutCache.size > KNOWN_MAX) layoutCache.delete(layoutCache.keys().next().value!);
    return read;
  });
  return { tree: new Tree(containers), isGrouped, compatible: await loadCompatible(db, version) };
}

export async function loadLayout(db: Kysely<DB>, warehouseIds: readonly string[], asked: readonly string[]): Promise<Layout> {
  const warehouses = sql`select unnest(${[...warehouseIds]}::uuid[])`;
  const before = cachedLayouts();
  const { rows } = await sql<LayoutRow>`${preparedStatement} select ${layoutColumns(warehouses, asked, before)}`.execute(db);
  return layoutOf(db, rows[0]!, before);
}

export class Tree {
  readonly rows: ReadonlyMap<string, ContainerRow>;
  readonly #chains = new Map<string, ContainerRow[]>();

  constructor(rows: readonly ContainerRow[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  get ids(): string[] {
    return [...this.rows.keys()];
  }

  /** A container and its ancestors, nearest first. */
  chain(id: string): readonly ContainerRow[] {
    const known = this.#chains.get(id);
    if (known) return known;
    const row = this.rows.get(id)!;
    const chain = [row, ...(row.parentId === null ? [] : this.chain(row.parentId))];
    this.#chains.set(id, chain);
    return chain;
  }

  /** The nearest enclosing container with walls, inside which storage groups must be compatible. */
  enclosure(id: string): ContainerRow {
    return this.chain(id).find((row) => SEGREGATING.includes(row.type)) ?? this.rows.get(id)!;
  }

  /**
   * Containers whose stock has to be loaded: those with a limit and, for segregated goods, those behind the same walls as one of
   * `about`.
   */
  measured(about: readonly string[], isGrouped: boolean): string[] {
    const limited = new Set(
      about.flatMap((id) => this.chain(id)).filter((row) => row.maxVolumeL !== null || row.maxMassKg !== null),
    );
    const enclosure = new Set(isGrouped ? about.map((id) => this.enclosure(id)) : []);
    return this.ids.filter((id) => enclosure.has(this.enclosure(id)) || this.chain(id).some((row) => limited.has(row)));
  }
}
