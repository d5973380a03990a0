// The main flow, written only from the OpenAPI document, with the generated client `kuwei-api`.
import createClient from 'openapi-fetch';
import type { paths } from 'kuwei-api';

/** A reply that must succeed. */
function must<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function signIn(baseUrl: string, username: string, password: string) {
  const device = { 'X-Driver-Id': `client-${username}` };
  const client = createClient<paths>({ baseUrl });
  const pair = must(
    await client.POST('/api/auth/auth/token/login', { params: { header: device }, body: { username, password } }),
  );
  return createClient<paths>({ baseUrl, headers: { ...device, Authorization: `Bearer ${pair.token}` } });
}

const OWNER = { 'X-Page-Role': 'ROLE_TEACHER' };
const WAREHOUSE = { 'X-Page-Role': 'ROLE_WAREHOUSE_ADMIN' };

/**
 * Deposits a bottle of salt and puts it away.
 * @returns the states of the document, in order
 */
export async function deposit(baseUrl: string, password: string): Promise<string[]> {
  const teacher = await signIn(baseUrl, 'teacher', password);
  const reviewer = await signIn(baseUrl, 'reviewer', password);
  const keeper = await signIn(baseUrl, 'keeper', password);
  const groups = must(await teacher.GET('/api/wms/org/auth/orgs/by-me', {}));
  const lab = groups.find(({ code }) => code === 'LAB-CATALYSIS')!;
  must(await teacher.POST('/api/wms/org/auth/switch-org', { body: { orgId: lab.id } }));

  const as = { params: { header: OWNER } };
  const warehouse = must(await teacher.GET('/api/wms/warehouse/select', as)).find(({ code }) => code === 'W2')!;
  const found = must(await teacher.GET('/api/wms/product/select', { params: { header: OWNER, query: { q: 'C-NACL' } } }));
  const line = { productId: found.list[0]!.id, qty: '1', unit: 'BOTTLE', batchNo: 'CLIENT-1', expiresOn: '2099-01-01' };
  const drawn = must(
    await teacher.POST('/api/wms/transaction', {
      ...as,
      body: { type: 'INBOUND', warehouseId: warehouse.id, lines: [line] },
    }),
  );

  const path = { id: drawn.id };
  const submitted = must(
    await teacher.PUT('/api/wms/transaction/{id}/submit', { params: { header: OWNER, path }, body: { rev: drawn.rev } }),
  );
  const approved = must(
    await reviewer.PUT('/api/wms/transaction/{id}/approve', {
      params: { header: WAREHOUSE, path },
      body: { rev: submitted.rev },
    }),
  );
  const params = { header: WAREHOUSE, path };
  const suggested = must(await keeper.POST('/api/wms/transaction/{id}/box/suggest', { params, body: {} }));
  const assigned = must(
    await keeper.PUT('/api/wms/transaction/{id}/box', {
      params,
      body: {
        rev: approved.rev,
        lines: suggested.map(({ lineId, boxes }) => ({ lineId, boxes: boxes.map(({ boxId, qty }) => ({ boxId, qty })) })),
      },
    }),
  );
  const done = must(await keeper.PUT('/api/wms/transaction/{id}/finish', { params, body: { rev: assigned.rev } }));
  return [drawn, submitted, approved, assigned, done].map(({ state }) => state);
}
