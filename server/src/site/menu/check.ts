// Validates a menu: no cycles, limited depth, existing targets and roles, and a reachable menu editor.
import { PAGE_ROLES, type RoleHeld } from '@kuwei/contract/access';
import type { Fault } from '@kuwei/contract/error';
import { isItemOpen, isExternalUrl, menuTree, ownerChain, visibleMenu, pageRoleFor, type MenuNode } from '@kuwei/contract/menu';
import { isScreen, opensScreen } from '@kuwei/contract/screens';
import { MENU_DEPTH_MAX, MENU_ENTRIES_MAX, OWN_MENU_CODE } from '@kuwei/contract/sys/menu';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { shippedText } from '../../phrase.ts';
import { isShipped, itemOf, type MergedEntry } from '../../platform/menu/merge.ts';

/** An error at a field of an entry. */
export interface MenuFault {
  id: string;
  fault: Fault;
}

/** @param changed ids of entries to be written; existing errors of others are ignored */
export async function menuFaults(
  db: Kysely<DB>,
  entries: readonly MergedEntry[],
  changed: readonly string[],
): Promise<MenuFault[]> {
  const wanted = new Set(changed);
  const roles = await lockKnownNeeds(
    db,
    entries.filter(({ id }) => wanted.has(id)).flatMap(({ role }) => role),
  );
  const faultsOf = ({ id }: MergedEntry, ...found: (Fault | false)[]): MenuFault[] =>
    found.flatMap((fault) => (fault ? [{ id, fault }] : []));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const heights = computeHeights(entries);
  return entries
    .filter(({ id }) => wanted.has(id))
    .flatMap((entry) => [
      ...faultsOf(
        entry,
        entries.length > MENU_ENTRIES_MAX && { path: 'code', key: 'rule.menuMost', params: { max: MENU_ENTRIES_MAX } },
      ),
      ...faultsOf(entry, ...codeFaults(entry, entries), placeFault(byId, heights, entry)),
      ...faultsOf(entry, tagFault(entry), ...addressFaults(entry)),
      ...faultsOf(
        entry,
        ...entry.role.map(
          (code, at) =>
            !roles.has(code) &&
            !entry.shipped?.role.includes(code) && {
              path: `role.${at}`,
              key: 'rule.menuRole' as const,
              params: { code },
            },
        ),
      ),
    ]);
}

function codeFaults({ id, code, shipped }: MergedEntry, entries: readonly MergedEntry[]): (Fault | false)[] {
  return [
    shipped !== null && code !== id && { path: 'code', key: 'rule.menuFixed' },
    shipped === null && !isShipped(code) && !code.startsWith(OWN_MENU_CODE) && { path: 'code', key: 'rule.menuOwnCode' },
    entries.some((other) => other.id !== id && other.code === code) && { path: 'code', key: 'rule.twice' },
  ];
}

function placeFault(
  byId: ReadonlyMap<string, MergedEntry>,
  heights: ReadonlyMap<string, number>,
  entry: MergedEntry,
): Fault | false {
  let depth = 1;
  for (let above = entry.parentId; above !== null; depth++) {
    if (above === entry.id || depth > byId.size) return { path: 'parentId', key: 'rule.menuCycle' };
    const parent = byId.get(above);
    if (!parent) return { path: 'parentId', key: 'rule.menuParent' };
    above = parent.parentId;
  }
  const isDeep = depth + (heights.get(entry.id) ?? 0) > MENU_DEPTH_MAX;
  return isDeep && { path: 'parentId', key: 'rule.menuDeep', params: { max: MENU_DEPTH_MAX } };
}

/** Number of levels below each entry. */
function computeHeights(entries: readonly MergedEntry[]): Map<string, number> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const heights = new Map<string, number>();
  for (const { parentId } of entries) {
    let height = 1;
    for (let above = parentId; above !== null && height <= entries.length; above = byId.get(above)?.parentId ?? null, height++)
      heights.set(above, Math.max(heights.get(above) ?? 0, height));
  }
  return heights;
}

const tagFault = ({ nameTag }: MergedEntry): Fault | false =>
  nameTag !== null && shippedText('en', nameTag) === nameTag && { path: 'nameTag', key: 'rule.menuTag' };

function addressFaults({ url, urlExp, shipped }: MergedEntry): (Fault | false)[] {
  if (url === null) return [];
  if (isExternalUrl(url)) return [urlExp.length > 0 && { path: 'urlExp', key: 'rule.menuOutside' }];
  return [url !== shipped?.url && !isScreen(url) && { path: 'url', key: 'rule.menuUrlNowhere' }];
}

/** Which of the codes are roles or permissions; locked until the commit. */
async function lockKnownNeeds(db: Kysely<DB>, codes: readonly string[]): Promise<Set<string>> {
  const asked = sql`${[...new Set(codes)]}::text[]`;
  const { rows: roles } = await sql<{ code: string }>`
    select code from sys_role where code = any(${asked}) order by code for key share`.execute(db);
  const { rows: powers } = await sql<{ code: string }>`
    select code from sys_power where code = any(${asked}) order by code for key share`.execute(db);
  return new Set([...roles, ...powers].map(({ code }) => code));
}

const EDITOR = '/def/sysbase/project/app/menu';
/** Page roles an administrator may hold in addition: the editor opens under the role that it needs. */
const EVERY_PAGE_ROLE = PAGE_ROLES.map((code) => ({ code, powers: [] }));
const ADMINISTRATOR = [{ code: 'ROLE_ADMIN', powers: [] }];

/** Data rules expire: an editor visible only by a rule would be lost with it. */
const NO_RULES: ReadonlySet<string> = new Set();

/** Whether an administrator without other roles can open the menu editor; otherwise the menu could not be repaired. */
export function canOpenEditor(entries: readonly MergedEntry[]): boolean {
  const menu = menuTree(entries.map(itemOf));
  const sees = (nodes: readonly MenuNode[]): boolean =>
    nodes.some(({ url, subs }) => url?.split('?')[0] === EDITOR || sees(subs));
  const canOpen = (address: string, roles: readonly RoleHeld[]): boolean => {
    const holder = { roles, opened: NO_RULES };
    const chain = ownerChain(menu, holder, address, null);
    const pageRole = pageRoleFor(chain, EVERY_PAGE_ROLE);
    return isItemOpen(chain, holder) && (pageRole === null || pageRole === 'ROLE_ADMIN');
  };
  return (
    sees(visibleMenu(menu, { roles: ADMINISTRATOR, opened: NO_RULES, pageRole: 'ROLE_ADMIN', opens: opensScreen })) &&
    [EDITOR, `${EDITOR}/edit`].every((address) => [ADMINISTRATOR, EVERY_PAGE_ROLE].every((roles) => canOpen(address, roles)))
  );
}
