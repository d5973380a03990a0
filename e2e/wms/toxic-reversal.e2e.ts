import { PASSWORD } from '../_product.ts';
import { expect, test } from '../_world.ts';
import { Crew, inDays } from './_documents.ts';
import { boxPage, button, dialog, REVIEW } from './_work.ts';

test('a deposit of highly toxic goods is reversed only after another keeper has confirmed that', async ({ as, product }) => {
  const crew = new Crew(product.url);
  const line = { code: 'C-NACN', qty: '1', batchNo: `REV-${Date.now()}`, expiresOn: inDays(700) };
  const { id } = await crew.done({ type: 'INBOUND', warehouse: 'W1', lines: [line] });
  const reviewer = await as('reviewer2');
  await reviewer.goto(`${REVIEW}?id=${id}`);
  await button(reviewer, '冲销').click();
  const reverse = dialog(reviewer).getByRole('button', { name: '冲销' });
  await expect(dialog(reviewer).getByRole('alert')).toContainText('请另一位保管员先在此单据确认');
  await expect(reverse).toBeDisabled();

  const keeper = await as('keeper2');
  await keeper.goto(boxPage('inbound', id));
  await button(keeper, '确认可以冲销').click();
  await dialog(keeper).getByLabel('王秀兰的登录密码').fill(PASSWORD);
  await dialog(keeper).getByRole('button', { name: '确认', exact: true }).click();
  await expect(button(keeper, '确认可以冲销')).toHaveCount(0);

  // Live events bring it into the open dialog.
  await expect(dialog(reviewer).getByRole('alert')).toContainText('已确认，可以冲销');
  await dialog(reviewer).getByRole('button', { name: '实物与单据不符' }).click();
  await reverse.click();
  await expect(dialog(reviewer)).toHaveCount(0);
  const { reversedById } = await crew.read(id);
  expect((await crew.read(reversedById!)).reversesId).toBe(id);
});
