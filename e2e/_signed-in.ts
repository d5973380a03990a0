// Browser storage of a signed-in user, obtained over HTTP: by hand it takes three pages. That the screens store the same is
// tested in shell/sign-in.e2e.ts.
import { randomUUID } from 'node:crypto';
import { request, type APIResponse } from '@playwright/test';
import { API_BASE, DEVICE_HEADER, TOKEN_FRESH_PART } from '@kuwei/contract/constants';
import { PASSWORD } from './_product.ts';
import type { StorageState } from './_windows.ts';

interface Pair {
  token: string;
  expries: number;
  rtoken: string;
  rexpries: number;
}

interface Group {
  id: string;
  name: string;
  type: string;
}

/** @param group part of the name of the research group to act for */
export async function signedInAs(url: string, username: string, group?: string): Promise<StorageState> {
  const device = randomUUID();
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { [DEVICE_HEADER]: device } });
  try {
    const begun = Date.now();
    const pair = await bodyOf<Pair>(
      await api.post(`${API_BASE}/auth/auth/token/login`, { data: { username, password: PASSWORD } }),
    );
    const headers = { authorization: `Bearer ${pair.token}` };
    const items: Record<string, unknown> = {
      device_id: device,
      session: {
        session: randomUUID(),
        token: pair.token,
        freshUntil: begun + pair.expries * 1_000 * TOKEN_FRESH_PART,
        endsAt: begun + pair.expries * 1_000,
        rtoken: pair.rtoken,
        refreshEndsAt: begun + pair.rexpries * 1_000,
      },
    };
    if (group !== undefined) {
      const groups = await bodyOf<Group[]>(await api.get(`${API_BASE}/wms/org/auth/orgs/by-me`, { headers }));
      const data = { orgId: groups.find(({ name }) => name.includes(group))!.id };
      items['org'] = await bodyOf<Group>(await api.post(`${API_BASE}/wms/org/auth/switch-org`, { headers, data }));
    }
    const localStorage = Object.entries(items).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    return { cookies: (await api.storageState()).cookies, origins: [{ origin: url, localStorage }] };
  } finally {
    await api.dispose();
  }
}

async function bodyOf<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}
