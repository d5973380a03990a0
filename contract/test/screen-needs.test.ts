import { describe, expect, test } from 'vitest';
import { proxyRoutes } from '../src/auth/proxy.ts';
import type { Route } from '../src/route.ts';
import { SCREEN_NEEDS } from '../src/screen-needs.ts';
import { SCREENS, type Screen } from '../src/screens.ts';
import { msgSenderRoutes } from '../src/sys/msg-sender.ts';
import { batchRoutes } from '../src/wms/batch.ts';
import { boxRoutes } from '../src/wms/warehouse-box.ts';
import { containerRoutes } from '../src/wms/container.ts';
import { productBoxRoutes } from '../src/wms/product-box.ts';
import { productRoutes } from '../src/wms/product.ts';
import { storageRuleRoutes } from '../src/wms/storage-rule.ts';
import { executionRoutes } from '../src/wms/transaction-execution.ts';
import { transactionRoutes } from '../src/wms/transaction.ts';
import { warehouseRoutes } from '../src/wms/warehouse.ts';

/** The call that each screen cannot do without: what it saves, else what it shows. */
const CALLS: Partial<Record<Screen, Pick<Route, 'needs'>>> = {
  'wms/product': productRoutes.listProducts,
  'wms/product/edit': productRoutes.updateProduct,
  'wms/product/image-insert': productRoutes.updateProduct,
  'wms/batch': batchRoutes.listBatches,
  'wms/warehouse': warehouseRoutes.listWarehouses,
  'wms/warehouse/edit': warehouseRoutes.updateWarehouse,
  'wms/container': containerRoutes.listContainers,
  'wms/container/edit': containerRoutes.updateContainer,
  'wms/warehouse-box': boxRoutes.listBoxes,
  'wms/warehouse-box/:type=list': boxRoutes.listBoxes,
  'wms/warehouse-box/edit': boxRoutes.updateBox,
  'wms/warehouse-box/labels': boxRoutes.listBoxes,
  'wms/warehouse-box/by-qr/:token': boxRoutes.findBoxByQr,
  'wms/transaction/:type=inbound|outbound|move': transactionRoutes.listTransactions,
  'wms/transaction/inbound/edit': transactionRoutes.getTransaction,
  'wms/transaction/outbound/edit': transactionRoutes.getTransaction,
  'wms/transaction/move/edit': transactionRoutes.getTransaction,
  'wms/transaction/select-product': transactionRoutes.createTransaction,
  'wms/transaction/select-productbox': transactionRoutes.createTransaction,
  'wms/transaction/audit-button': transactionRoutes.getTransaction,
  'wms/transaction/audit-timeline': transactionRoutes.getTransaction,
  'wms/transaction/transaction-record': transactionRoutes.getTransaction,
  'wms/transaction/print': transactionRoutes.getTransaction,
  'wms/transaction/:type=inbound|outbound|move/editbox': transactionRoutes.getTransaction,
  'wms/transaction/select-warehousebox': executionRoutes.assignBoxes,
  'wms/product-box': productBoxRoutes.listStock,
  'wms/product-box/:type=list': productBoxRoutes.listStock,
  'wms/product-box/edit': productBoxRoutes.getStock,
  'wms/product-space': productBoxRoutes.listSpace,
  'wms/ledger': productBoxRoutes.listLedger,
  'wms/storage-rule': storageRuleRoutes.getRules,
  'wms/storage-rule/standing': storageRuleRoutes.listStanding,
  'power/proxy': proxyRoutes.listAuthUsers,
  'sysbase/msg-inbox/sender': msgSenderRoutes.listSendings,
};

describe('[F-P1] who may open a screen', () => {
  test('is said of every screen, and of no other', () => {
    expect(Object.keys(SCREEN_NEEDS).sort()).toEqual([...SCREENS].sort());
  });

  test.each(SCREENS)('%s opens for those whose call is not refused', (screen) => {
    const needs = SCREEN_NEEDS[screen];
    const call = CALLS[screen];
    if (call) expect([...needs].sort()).toEqual([...call.needs].sort());
    else expect(screen).toMatch(needs === 'open' ? /^common\// : /^(base\/|wms\/user\/switchorg$)/);
  });
});
