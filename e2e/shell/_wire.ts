// Changes to what comes over the wire, for states the product reaches rarely.
import type { Page } from '@playwright/test';
import type { VersionInfo } from '@kuwei/contract/sys/version';

/** Lets the version call of the real server answer, changed. */
export async function changeVersion(page: Page, change: (info: VersionInfo) => VersionInfo): Promise<void> {
  await page.route('**/api/basic/sys/version/mg/pub', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as VersionInfo) });
  });
}

/** Publishes one configuration value. */
export const publish = (page: Page, code: string, value: string, valid = true): Promise<void> =>
  changeVersion(page, (info) => ({
    ...info,
    sysConfigs: [...info.sysConfigs.filter((config) => config.code !== code), { code, value, valid }],
  }));

/** Addresses under /api that the page calls from now on. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}`);
  });
  return calls;
}
