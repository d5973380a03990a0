import { PASSWORD } from '../_product.ts';
import { expect, test } from '../_world.ts';
import { Crew, inDays } from './_documents.ts';
import { button, dialog, REVIEW } from './_work.ts';

test(
  '[F-V5] [F-Y3] a deposit of highly toxic goods is reversed only after a second storekeeper has confirmed, with one reason',
  { tag: '@long' },
  async ({ as, product }) => {
    const crew = new Crew(product.url);
    const line = { code: 'C-NACN', qty: '1', batchNo: `REV-${Date.now()}`, expiresOn: inDays(700) };
    const { id } = await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [line] });
    const keeper = await as('keeper2');
    await keeper.goto(`${REVIEW}?id=${id}`);
    await expect(button(keeper, '打印').or(keeper.getByRole('link', { name: '打印' }))).toBeVisible();
    await expect(button(keeper, '确认可以冲销')).toHaveCount(0);

    const reviewer = await as('reviewer2');
    await reviewer.goto(`${REVIEW}?id=${id}`);
    await button(reviewer, '冲销').click();
    const reverse = dialog(reviewer).getByRole('button', { name: '冲销', exact: true });
    await expect(dialog(reviewer).getByRole('alert')).toContainText('冲销也要双人');
    await expect(dialog(reviewer)).toContainText('把已入库的货物从库位中全部取出');
    await expect(reverse).toHaveCount(0);
    await dialog(reviewer).getByRole('button', { name: '实物与单据不符' }).click();
    await dialog(reviewer).getByRole('button', { name: '请保管员确认' }).click();
    await expect(dialog(reviewer)).toHaveCount(0);
    await button(reviewer, '冲销').click();
    await expect(dialog(reviewer).getByRole('alert')).toContainText('等待保管员确认冲销');
    await expect(reverse).toBeDisabled();

    await button(keeper, '确认可以冲销').click();
    await dialog(keeper).getByLabel('王秀兰的登录密码').fill(PASSWORD);
    await dialog(keeper).getByRole('button', { name: '确认', exact: true }).click();
    await expect(button(keeper, '确认可以冲销')).toHaveCount(0);

    // The open dialog is updated live.
    await expect(dialog(reviewer).getByRole('alert')).toContainText('已确认，可以冲销');
    // The reason was given when the second storekeeper was asked.
    await expect(dialog(reviewer).getByRole('textbox')).toHaveCount(0);
    await expect(dialog(reviewer)).toContainText('原因：实物与单据不符');
    await reverse.click();
    await expect(dialog(reviewer)).toHaveCount(0);
    const { reversedById } = await crew.read(id);
    expect((await crew.read(reversedById!)).reversesId).toBe(id);
  },
);
