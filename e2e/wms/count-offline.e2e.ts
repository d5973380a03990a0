// An offline count: opened, then the connection is lost, and the browser killed. Nothing is lost, counted twice, or overwritten
// if someone else counted meanwhile.
import type { BrowserContext, Page } from '@playwright/test';
import { storeSession, OwnBrowser } from '../_browser.ts';
import { Network } from '../_network.ts';
import { PASSWORD } from '../_product.ts';
import { signedInAs } from '../_signed-in.ts';
import { expect, test } from '../_world.ts';
import { COUNTS, Counts } from './_counts.ts';
import { PlaceFixtures } from './_places.ts';

const BOXES = 3;
const LINES = 30;

/** A warehouse of its own: three boxes with ten goods each. */
async function shelves(url: string): Promise<{ counts: Counts; id: string; no: string }> {
  const counts = await Counts.open(url);
  const ground = await PlaceFixtures.open(url);
  const boxes = await ground.boxes(await ground.container('K1'), 1, BOXES);
  const products = await Promise.all(Array.from({ length: LINES / BOXES }, (_, at) => counts.goods.product(`样品 ${at + 1}`)));
  const rows = boxes.flatMap(({ code }, box) =>
    products.map((_, at) => ({
      ref: `${ground.code} ${box} ${at}`,
      warehouse: ground.code,
      box: code,
      product: `${counts.goods.mark}-${at + 1}`,
      batchNo: 'B1',
      owner: 'LAB-BIO',
      qty: String(10 + at),
      unit: 'BOX',
    })),
  );
  await counts.opening(rows);
  const { id, no } = await counts.published([], { warehouseId: ground.warehouseId, scope: 'WAREHOUSE', productIds: [] });
  return { counts, id, no };
}

const left = (page: Page) => page.getByRole('status').filter({ hasText: /未盘|都已盘完|需要您查看/ });
const delivery = (page: Page) => page.getByRole('group', { name: '送达情况' });

/** Counts what is open in the current box, up to a limit. */
async function countBox(page: Page, amount: (name: string) => string, most = Infinity): Promise<void> {
  const open = page.locator('.counting-line.open');
  for (let n = await open.count(); n > 0 && most-- > 0; n--) {
    const line = open.first();
    const name = (await line.locator('.counting-name').innerText()).trim();
    const field = line.getByRole('textbox');
    await field.fill(amount(name));
    await field.press('Enter');
    await expect(open).toHaveCount(n - 1);
  }
}
/** Whether half-typed text is stored on the device, which happens after a moment. */
const isStoredOnDevice = (page: Page, typed: string): Promise<boolean> =>
  page.evaluate(async (qty) => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error!));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name!));
      try {
        if (!database.objectStoreNames.contains('texts')) continue;
        const texts = await answer<{ qty: string }[]>(database.transaction('texts').objectStore('texts').getAll());
        if (texts.some((text) => text.qty === qty)) return true;
      } finally {
        database.close();
      }
    }
    return false;
  }, typed);
const booked = (name: string): string => String(9 + Number(/样品 (\d+)/.exec(name)![1]));

test(
  'an opened count continues offline, survives its browser, and is merged with what others have counted',
  { tag: '@long' },
  async ({ product }) => {
    const network = await Network.to(product.url);
    const own = new OwnBrowser();
    try {
      const { counts, id, no } = await shelves(product.url);
      const { origins } = await signedInAs(network.url, 'keeper');
      const address = `${network.url}${COUNTS}/count?id=${id}`;
      const open = async (context: BrowserContext): Promise<Page> => {
        const page = context.pages()[0] ?? (await context.newPage());
        await page.setViewportSize({ width: 390, height: 844 });
        return page;
      };
      let page = await open(await own.start());
      await storeSession(page, network.url, origins[0]!.localStorage);
      await page.goto(address);
      await expect(left(page)).toHaveText('还有 30 行未盘，在 3 个库位');
      // Stored, so that the screen opens again offline.
      await expect(page.getByText('清单已存到本机')).toBeVisible();
      await expect(page.getByText(/正在准备离线盘点|断网后请不要关闭/)).toHaveCount(0);

      await network.unplug();
      await countBox(page, booked);
      await expect(delivery(page)).toContainText('没有网络，数量先存在本机');
      await expect(delivery(page)).toContainText('10 行待送出');
      await page.getByRole('button', { name: '下一个库位' }).click();
      await countBox(page, booked, 4);
      // Half typed when the power fails.
      await page.locator('.counting-line.open').first().getByRole('textbox').fill('77');
      await expect.poll(() => isStoredOnDevice(page, '77')).toBe(true);
      await own.kill();

      page = await open(await own.start());
      await page.goto(address);
      await expect(page.getByText('没有网络。照常盘点即可')).toBeVisible();
      await expect(page.getByText('李保平')).toBeVisible();
      await expect(left(page)).toHaveText('还有 16 行未盘，在 2 个库位');
      await expect(delivery(page)).toContainText('14 行待送出');
      await expect(page.locator('.counting-line.open').first().getByRole('textbox')).toHaveValue('77');
      await countBox(page, booked);
      await page.getByRole('button', { name: '下一个库位' }).click();
      await countBox(page, booked);
      await expect(left(page)).toHaveText('您要盘的都已盘完');
      await expect(delivery(page)).toContainText('30 行待送出');

      // Another counter meanwhile enters different values for two lines.
      const others = await counts.countSome(id, 'keeper2', 2, '3');
      // The session has expired, too: signing in again resumes the count.
      await page.evaluate(() => localStorage.removeItem('session'));
      await network.plug();
      await page.getByLabel('用户名').fill('keeper');
      // The page is the server's current one, although a service worker is registered.
      expect(await page.evaluate(() => 'alone' in document.getElementById('root')!.dataset)).toBe(false);
      expect(
        await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).workerStart),
      ).toBeGreaterThan(0);
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await expect(page.getByRole('heading', { name: `盘点 ${no}` })).toBeVisible();
      // What was not taken is named at the top, with a way there.
      await expect(left(page)).toHaveText('2 行需要您查看');
      await expect(delivery(page)).not.toContainText('已全部送出');
      const conflicts = page.getByRole('alert').filter({ hasText: '王秀兰也盘了这一行' });
      await page.getByRole('button', { name: `查看 ${others[0]!.boxCode}` }).click();
      await expect(conflicts).toHaveCount(2);
      const lines = await counts.lines(id, 'manager');
      expect(lines.filter(({ counterName }) => counterName === '李保平')).toHaveLength(28);
      for (const { lineId } of others) {
        const line = lines.find((each) => each.id === lineId)!;
        expect(line).toMatchObject({ qtyCount: '3', counterName: '王秀兰' });
        expect(line.said!.map(({ name, conflict }) => [name, conflict])).toEqual([
          ['王秀兰', false],
          ['李保平', true],
        ]);
      }
      // Nothing was duplicated.
      expect(lines.flatMap(({ said }) => said!)).toHaveLength(32);
      await conflicts.first().getByRole('button', { name: '知道了' }).click();
      await expect(conflicts).toHaveCount(1);

      // After signing out nothing of it is on the device or shown to others.
      await page.getByRole('button', { name: /李保平/ }).click();
      await page.getByRole('menuitem', { name: '退出登录' }).click();
      await page.waitForURL(/common\/login/);
      expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
      await network.unplug();
      await expect(page.goto(address)).rejects.toThrow();
    } finally {
      await own.dispose();
      await network.unplug();
    }
  },
);

test(
  'two tabs share the queue; rejected values of an ended count are shown until acknowledged, and signing out asks',
  { tag: '@long' },
  async ({ as, product }) => {
    const counts = await Counts.open(product.url);
    const stock = [await counts.stock('量杯', '5'), await counts.stock('培养皿', '6')];
    const { id } = await counts.published(stock);
    const page = await as('keeper', { alone: true });
    await page.goto(`${COUNTS}/count?id=${id}&box=${stock[0]!.boxId}`);
    const other = await page.context().newPage();
    await other.goto(`${COUNTS}/count?id=${id}&box=${stock[1]!.boxId}`);
    for (const tab of [page, other]) await expect(tab.getByText('清单已存到本机')).toBeVisible();
    const line = (tab: Page, name: string) => tab.locator('.counting-line').filter({ hasText: name });
    const enter = async (tab: Page, name: string, qty: string): Promise<void> => {
      await line(tab, name).getByRole('textbox').fill(qty);
      await line(tab, name).getByRole('textbox').press('Enter');
      await expect(line(tab, name)).toContainText('待送出');
    };
    await page.context().setOffline(true);
    await enter(page, '量杯', '5');
    await enter(other, '培养皿', '6');
    for (const tab of [page, other]) await expect(delivery(tab)).toContainText('2 行待送出');
    await page.getByRole('button', { name: /李保平/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page.getByRole('dialog')).toContainText('还有 2 行盘点数量没有送出');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /取\s*消/ })
      .click();
    await page.context().setOffline(false);
    for (const tab of [page, other]) await expect(delivery(tab)).toContainText('已全部送出');
    expect((await counts.lines(id, 'manager')).map(({ said }) => said!.length)).toEqual([1, 1]);

    await page.context().setOffline(true);
    await line(page, '量杯').getByRole('button', { name: '更正' }).click();
    await enter(page, '量杯', '4');
    await counts.cancel(id);
    await page.context().setOffline(false);
    const alert = page.getByRole('alert').filter({ hasText: '1 行没有送达' });
    await expect(alert).toContainText('量杯');
    await expect(alert).toContainText('4 盒');
    await expect(alert).toContainText('盘点已取消');
    await expect(alert.getByRole('button', { name: '再试一次' })).toHaveCount(0);
    await alert.getByRole('button', { name: '从本机清除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '从本机清除' }).click();
    await expect(page.getByText('您不是这次盘点的盘点人，或盘点尚未开始、已经结束')).toBeVisible();
  },
);
