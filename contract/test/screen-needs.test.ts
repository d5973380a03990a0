import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { builtInMenu } from '../src/kit/menu-data.ts';
import type { Route, Routes } from '../src/kit/route.ts';
import { matchScreen, SCREEN_NEEDS, SCREENS, type Screen } from '../src/kit/screens.ts';

const SOURCE = new URL('../src/', import.meta.url);
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(auth|bpm|sys|wms)\/.*\.ts$/.test(file),
);
const modules = await Promise.all(files.map((file) => import(new URL(file, SOURCE).href) as Promise<Record<string, unknown>>));
const isRoutes = (value: unknown): value is Routes =>
  Object.values(value ?? {}).some((each: unknown) => (each as Route | null)?.method !== undefined);
const calls = new Map<string, Route>(
  modules
    .flatMap((module) => Object.values(module).filter(isRoutes))
    .flatMap((table) => Object.values(table).map((route) => [`${route.method} ${route.path}`, route] as const)),
);

/** The essential call of a screen, if its path differs from the screen's. */
const CALLS: Partial<Record<Screen, string>> = {
  'wms/product/image-insert': 'PUT /wms/product/{id}',
  'wms/warehouse-box/:type=list': 'GET /wms/warehouse-box',
  'wms/warehouse-box/labels': 'GET /wms/warehouse-box',
  'wms/label': 'POST /wms/scan/label',
  'wms/transaction/:type=inbound|outbound|move|opening': 'GET /wms/transaction',
  'wms/transaction/inbound/edit': 'GET /wms/transaction/{id}',
  'wms/transaction/outbound/edit': 'GET /wms/transaction/{id}',
  'wms/transaction/move/edit': 'GET /wms/transaction/{id}',
  'wms/transaction/opening/edit': 'GET /wms/transaction/{id}',
  'wms/transaction/select-product': 'POST /wms/transaction',
  'wms/transaction/select-productbox': 'POST /wms/transaction',
  'wms/transaction/audit-button': 'GET /wms/transaction/{id}',
  'wms/transaction/audit-timeline': 'GET /wms/transaction/{id}',
  'wms/transaction/transaction-record': 'GET /wms/transaction/{id}',
  'wms/transaction/print': 'GET /wms/transaction/{id}',
  'wms/transaction/:type=inbound|outbound|move/editbox': 'GET /wms/transaction/{id}',
  'wms/transaction/select-warehousebox': 'PUT /wms/transaction/{id}/box',
  'wms/after-sales/audit-button': 'GET /wms/after-sales/{id}',
  'wms/product-box/:type=list': 'GET /wms/product-box',
  // Counters and reviewers use it read-only; its form is part of it.
  'wms/inventory/edit': 'GET /wms/inventory/{id}',
  'wms/inventory/count': 'PUT /wms/inventory/{id}/count',
  'wms/inventory/print': 'GET /wms/inventory/{id}/line',
  'wms/hazard-flow/print': 'GET /wms/hazard-flow',
  'wms/hazard-flow/report': 'GET /wms/hazard-flow/due',
  'wms/inventory/audit-button': 'GET /wms/inventory/{id}',
  'wms/inventory/audit-timeline': 'GET /wms/inventory/{id}/record',
  'wms/inventory/select-productbox': 'POST /wms/inventory',
  'sysbase/log': 'GET /sys/log',
  'sysbase/nightly': 'GET /sys/nightly',
  'sysbase/maintain/upgrade': 'GET /sys/maintain/upgrade',
  'sysbase/maintain/upgrade/bak': 'GET /sys/maintain/upgrade/bak',
  'sysbase/maintain/upgrade/load': 'POST /sys/maintain/upgrade/load',
  'sysbase/maintain/upgrade/utils': 'GET /sys/maintain/upgrade/utils',
  'sysbase/report/query': 'GET /sys/report/query',
  'sysbase/report/query/edit': 'PUT /sys/report/query/{id}',
  'sysbase/report/query/edit-columns': 'PUT /sys/report/query/{id}',
  'sysbase/first-steps': 'GET /sys/first-steps',
  'user/mg': 'GET /auth/biz/user/account',
  'user/mg/edit': 'PUT /auth/biz/user/account/{id}',
  // Everyone can read the list; its uses are for those who work on it.
  'sysbase/dic': 'GET /auth/dic/dic/{id}/usage',
  'sysbase/dic/edit': 'PUT /auth/dic/dic/{id}',
  'sysbase/bpm': 'GET /sys/bpm/definition',
  // Publishers open it read-only.
  'sysbase/bpm/edit': 'GET /sys/bpm/definition/{id}',
  'sysbase/bpm/workflow': 'GET /sys/bpm/instance',
  'sysbase/sysconfig': 'GET /sys/config',
  'sysbase/sysconfig/edit': 'PUT /sys/config/{id}',
  'sysbase/project/app/menu': 'GET /sys/project/app/menu',
  'sysbase/project/app/menu/edit': 'PUT /sys/project/app/menu/{id}',
  'power/role': 'GET /auth/power/role',
  'power/role/edit': 'PUT /auth/power/role/{id}',
  'power/role/rule': 'GET /auth/power/rule',
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': 'GET /auth/power/rule',
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit':
    'PUT /auth/power/rule/{id}',
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': 'GET /auth/power/rule',
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': 'PUT /auth/power/rule/{id}',
  'power/power': 'GET /auth/power/power',
  'power/power/edit': 'PUT /auth/power/power/{id}',
  'power/proxy': 'GET /auth/auth/auth/user',
  'sysbase/msg-inbox/sender': 'GET /sys/msg-inbox/sender',
  'wms/product-box/edit': 'GET /wms/product-box/{id}',
  'wms/statistics': 'GET /wms/statistics/flow',
  'wms/statistics/index02': 'GET /wms/statistics/flow',
};

/** What a screen saves, else what it displays: `wms/warehouse/edit` puts `/wms/warehouse/{id}`, `wms/warehouse` gets it. */
const callOf = (screen: Screen): string =>
  CALLS[screen] ?? (screen.endsWith('/edit') ? `PUT /${screen.slice(0, -'/edit'.length)}/{id}` : `GET /${screen}`);

/** Screens for all signed-in users, or for guests, are determined by address alone. */
const isForAll = (screen: Screen): boolean =>
  /^(common|base)\/|^wms\/(user\/switchorg|scan|warehouse-box\/by-qr\/:token)$/.test(screen);

describe('[F-P1] who may open a screen', () => {
  test.each(SCREENS)('%s opens exactly for those whose call is allowed', (screen) => {
    const needs = SCREEN_NEEDS[screen];
    if (isForAll(screen)) expect(needs).toBe(screen.startsWith('common/') ? 'open' : 'signed-in');
    else expect([...needs].sort()).toEqual([...calls.get(callOf(screen))!.needs].sort());
  });
});

/** Entry points of screens that neither have a menu item nor edit the records of one. */
const OPENED_BY: Partial<Record<Screen, string>> = {
  'common/login/demo': 'the sign-in',
  'common/login/sso': 'the sign-in',
  'common/login/forgotten': 'the sign-in',
  'common/login/password': 'a mail',
  'common/login/address': 'a mail',
  'base/report/run': 'the list of reports',
  'base/report/plan': 'the list of reports',
  'base/report/start': 'the list of reports',
  'base/report/sent': 'a message',
  'sysbase/report/query/edit-columns': 'the form of a report',
  'sysbase/maintain/upgrade/bak': 'the page of maintenance',
  'sysbase/maintain/upgrade/load': 'the page of maintenance',
  'sysbase/maintain/upgrade/utils': 'the page of maintenance',
  'wms/product/image-insert': 'the form of a product',
  'wms/warehouse-box': 'the list, without its type',
  'wms/warehouse-box/edit': 'the list of boxes',
  'wms/warehouse-box/labels': 'the list of boxes',
  'wms/warehouse-box/by-qr/:token': 'a label of former years',
  'wms/label': 'the list of stock, a document',
  'wms/scan': 'a label, the header, a hand scanner',
  'wms/product-box': 'the list, without its type',
  'wms/product-box/edit': 'the list of stock',
  'wms/transaction/inbound/edit': 'the list of documents',
  'wms/transaction/outbound/edit': 'the list of documents',
  'wms/transaction/move/edit': 'the list of documents',
  'wms/transaction/opening/edit': 'the list of documents',
  'wms/transaction/select-product': 'the form of a document',
  'wms/transaction/select-productbox': 'the form of a document',
  'wms/transaction/select-warehousebox': 'the boxes of a document',
  'wms/after-sales/audit-button': 'a message',
  'sysbase/bpm/workflow': 'the list of workflows',
  'wms/transaction/audit-button': 'a message',
  'wms/transaction/audit-timeline': 'a document',
  'wms/transaction/transaction-record': 'a document',
  'wms/transaction/print': 'a document',
  'wms/transaction/:type=inbound|outbound|move/editbox': 'a document',
  'wms/inventory/count': 'the list of counts, a message',
  'wms/inventory/print': 'a count',
  'wms/hazard-flow/print': 'the register',
  'wms/hazard-flow/report': 'the register',
  'wms/inventory/audit-button': 'a link that somebody sends',
  'wms/inventory/audit-timeline': 'a link that somebody sends',
  'wms/inventory/select-productbox': 'the form of a count',
  'wms/statistics/entry': 'a figure',
  'wms/statistics/index02': 'statistics',
  'base/user/profile': 'the account',
  'power/role/rule': 'the list of roles',
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': 'the list of rules, without its owner',
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': 'the same list',
  'base/user/session': 'the account',
  'base/user/second-factor': 'the account',
};

describe('every screen is reachable', () => {
  const inMenu = new Set<string | undefined>(builtInMenu.map(({ url }) => (url === null ? undefined : matchScreen(url)?.screen)));

  test.each(SCREENS)('%s is in the menu, edits a list there, or has a declared entry point', (screen) => {
    const listed = inMenu.has(screen) || (screen.endsWith('/edit') && inMenu.has(screen.slice(0, -'/edit'.length)));
    expect(listed).toBe(OPENED_BY[screen] === undefined);
  });
});
