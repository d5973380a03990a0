// Records found by the server, and their addresses under the active page role.
import { isAllowed, effectiveRoles, type RoleHeld } from '@kuwei/contract/access';
import { isScreen, mayOpen } from '@kuwei/contract/screens';
import { findRoutes, isFindable, type Found } from '@kuwei/contract/sys/find';
import { documentStatusKey } from '@kuwei/contract/wms/transaction-state';
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { usePageRole } from '../../api/page-role.ts';
import { accountAddress, orgAddress, PROXY } from '../../navigation/addresses.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { batchAddress, boxAddress, documentAddress } from '../../wms/addresses.ts';
import { titleOf } from '../../wms/document/title.ts';
import type { Choice } from './find.ts';

/** Debounce delay. */
const PAUSE_MS = 180;

const PREFIXES: Readonly<Record<string, string>> = {
  ROLE_TEACHER: 'teacher',
  ROLE_SUPPLIER: 'supplier',
  ROLE_STAFF: 'staff',
  ROLE_WAREHOUSE_ADMIN: 'admin',
};

export interface RecordChoice extends Choice {
  to: string;
}
export type RecordKind = keyof Found;

interface RecordSearch {
  q: string;
  found: Found | null;
}

/** `found` is the latest result; `state` says whether it belongs to the typed text. */
export function useRecords(typed: string): { found: Found | null; state: 'none' | 'looking' | 'done' | 'failed' } {
  const q = typed.trim();
  const wanted = isFindable(q);
  const [looked, setLooked] = useState<RecordSearch>({ q: '', found: null });
  useEffect(() => {
    if (!wanted) return undefined;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      call(findRoutes.find, { query: { q } }, { pageRole: true, signal: ending.signal }).then(
        (found) => setLooked({ q, found }),
        () => ending.signal.aborted || setLooked({ q, found: null }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [q, wanted]);
  if (!wanted) return { found: null, state: 'none' };
  if (looked.q !== q) return { found: looked.found, state: 'looking' };
  return { found: looked.found, state: looked.found === null ? 'failed' : 'done' };
}

/** Results as entries: only those with a screen that the user can open. */
export function useRecordChoices(found: Found | null): { kind: RecordKind; choices: RecordChoice[] }[] {
  const t = useT();
  const pageRole = usePageRole((state) => state.pageRole);
  const roles = useUser((state) => state.roles);
  if (found === null) return [];
  const prefix = PREFIXES[pageRole ?? ''] ?? 'def';
  const toProduct = productAddress(effectiveRoles(roles, pageRole), prefix);
  const choices: Record<RecordKind, RecordChoice[]> = {
    documents: found.documents.map((each) => ({
      key: each.id,
      name: each.code,
      above: [t(titleOf(each)), t(documentStatusKey(each)), each.name].join(' · '),
      to: documentAddress(prefix, each),
    })),
    products: found.products.map(({ id, code, name, cas }) => ({
      key: id,
      name,
      above: [code, cas].filter(Boolean).join(' · '),
      to: toProduct(id),
    })),
    batches: found.batches.map(({ id, code, name }) => ({ key: id, name: code, above: name, to: batchAddress(id) })),
    boxes: found.boxes.map(({ id, code, name }) => ({ key: id, name: code, above: name, to: boxAddress(id) })),
    orgs: found.orgs.map(({ id, code, name }) => ({ key: id, name, above: code, to: orgAddress(id) })),
    users: found.users.map(({ id, code, name }) => ({
      key: id,
      name,
      above: code,
      to: mayOpen('user/mg', roles, pageRole) ? accountAddress(id) : `${PROXY}?q=${encodeURIComponent(code)}`,
    })),
  };
  return (Object.keys(choices) as RecordKind[]).map((kind) => ({
    kind,
    choices: choices[kind].filter(({ to }) => isScreen(to)),
  }));
}

/** Product managers get the product, others their stock of it; users without access to either get no link. */
function productAddress(roles: readonly RoleHeld[], prefix: string): (id: string) => string {
  const isPermitted = (needs: string | readonly string[]): boolean => typeof needs !== 'string' && isAllowed(needs, roles);
  if (isPermitted(productRoutes.updateProduct.needs)) return (id) => `/admin/wms/product?show=${id}`;
  if (isPermitted(productBoxRoutes.listStock.needs)) return (id) => `/${prefix}/wms/product-box/list?productId=${id}`;
  return () => '';
}
