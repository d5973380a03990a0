// Modifies responses to produce states that are rare in practice.
import type { Page } from '@playwright/test';
import type { VersionInfo } from '@kuwei/contract/sys/version';

/** Passes the server's version reply through a function. */
export async function changeVersion(page: Page, change: (info: VersionInfo) => VersionInfo): Promise<void> {
  await page.route('**/api/basic/sys/version/mg/pub', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as VersionInfo) });
  });
}

/** Overrides one public setting. */
export const overrideSetting = (page: Page, code: string, value: string, valid = true): Promise<void> =>
  changeVersion(page, (info) => ({
    ...info,
    sysConfigs: [...info.sysConfigs.filter((config) => config.code !== code), { code, value, valid }],
  }));

/** Records calls to /api from now on. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}`);
  });
  return calls;
}
