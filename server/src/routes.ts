// Every route table of the contract, with its handlers: a line for each.
import { firstStepsHandlers } from './site/first-steps.ts';
import { firstStepsRoutes } from '@kuwei/contract/sys/first-steps';
import { openingHandlers } from './wms/opening/handlers.ts';
import { openingRoutes } from '@kuwei/contract/wms/opening';
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { powerRoutes } from '@kuwei/contract/auth/power';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { linkRoutes, profileRoutes } from '@kuwei/contract/auth/profile';
import { apiTokenRoutes } from '@kuwei/contract/auth/api-token';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { secondFactorRoutes, signInRoutes } from '@kuwei/contract/auth/sign-in';
import { ssoRoutes } from '@kuwei/contract/auth/sso';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { workRoutes } from '@kuwei/contract/bpm/work';
import type { Route, Routes } from '@kuwei/contract/route';
import { ownReportRoutes, reportRoutes } from '@kuwei/contract/sys/report';
import { reportPlanRoutes, reportSentRoutes } from '@kuwei/contract/sys/report-plan';
import { configRoutes } from '@kuwei/contract/sys/config';
import { logRoutes } from '@kuwei/contract/sys/log';
import { findRoutes } from '@kuwei/contract/sys/find';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { mailRoutes } from '@kuwei/contract/sys/mail';
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { nightlyRoutes } from '@kuwei/contract/sys/nightly';
import { everyInboxRoutes, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { msgSenderRoutes } from '@kuwei/contract/sys/msg-sender';
import { menuRoutes } from '@kuwei/contract/sys/menu';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { limitRoutes, warningRoutes } from '@kuwei/contract/wms/ews-product';
import { listingRoutes } from '@kuwei/contract/wms/org-product';
import { statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { permitRoutes } from '@kuwei/contract/wms/permit';
import { flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { shareRoutes } from '@kuwei/contract/wms/share';
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { scanRoutes } from '@kuwei/contract/wms/scan';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { productRoutes } from '@kuwei/contract/wms/product';
import { pictureRoutes } from '@kuwei/contract/wms/picture';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import type { FastifyInstance } from 'fastify';
import { accountHandlers } from './auth/account/handlers.ts';
import { proxyHandlers } from './auth/proxy/handlers.ts';
import { reportPlanHandlers, reportSentHandlers } from './report/plan/handlers.ts';
import { ownReportHandlers, reportHandlers } from './report/query/handlers.ts';
import { powerHandlers } from './auth/power/handlers.ts';
import { roleHandlers } from './auth/role/handlers.ts';
import { linkHandlers } from './auth/link/handlers.ts';
import { profileHandlers } from './auth/profile/handlers.ts';
import { ruleHandlers } from './auth/rule/handlers.ts';
import { passwordHandlers } from './auth/password/handlers.ts';
import { apiTokenHandlers } from './auth/api-token/handlers.ts';
import { sessionHandlers } from './auth/session/handlers.ts';
import { secondFactorHandlers } from './auth/second-factor/handlers.ts';
import { signInHandlers } from './auth/sign-in/handlers.ts';
import { ssoHandlers } from './auth/sso/handlers.ts';
import { tokenHandlers } from './auth/token/handlers.ts';
import { userHandlers } from './auth/user/handlers.ts';
import { definitionHandlers } from './bpm/definition-handlers.ts';
import { overviewHandlers } from './bpm/overview-handlers.ts';
import { workHandlers } from './bpm/work-handlers.ts';
import type { Services } from './context.ts';
import { register, type Handlers } from './http/register.ts';
import { kinds } from './wms/kinds.ts';
import { configHandlers } from './site/config/handlers.ts';
import { logHandlers } from './site/log/handlers.ts';
import { findHandlers } from './site/find.ts';
import { dicHandlers } from './site/dic/handlers.ts';
import { fileHandlers } from './site/fs/handlers.ts';
import { everyInboxHandlers, msgInboxHandlers } from './platform/msg-inbox/handlers.ts';
import { mailHandlers } from './platform/mail/handlers.ts';
import { nightlyHandlers } from './site/nightly/handlers.ts';
import { maintainHandlers } from './maintain/handlers.ts';
import { maintainUtilsHandlers } from './maintain/utils/handlers.ts';
import { msgSenderHandlers } from './site/msg-sender/handlers.ts';
import { menuHandlers } from './site/menu/handlers.ts';
import { versionHandlers } from './site/version-handlers.ts';
import { categoryHandlers } from './wms/category/handlers.ts';
import { limitHandlers } from './wms/ews-limit/handlers.ts';
import { warningHandlers } from './wms/ews-product/handlers.ts';
import { listingHandlers } from './wms/org-product/handlers.ts';
import { statisticsHandlers } from './wms/statistics/handlers.ts';
import { afterSalesHandlers } from './wms/after-sales/handlers.ts';
import { permitHandlers } from './wms/permit/handlers.ts';
import { flowHandlers } from './wms/hazard-flow/handlers.ts';
import { shareHandlers } from './wms/share/handlers.ts';
import { countHandlers } from './wms/inventory/handlers.ts';
import { scanHandlers } from './wms/scan/handlers.ts';
import { quotaHandlers } from './wms/org-quota/handlers.ts';
import { orgHandlers } from './site/org/handlers.ts';
import { orgRecordHandlers } from './site/org/record-handlers.ts';
import { pictureHandlers } from './wms/picture/handlers.ts';
import { productHandlers } from './wms/product/handlers.ts';
import { batchHandlers } from './wms/batch/handlers.ts';
import { containerHandlers } from './wms/container/handlers.ts';
import { productBoxHandlers } from './wms/product-box/handlers.ts';
import { transactionHandlers } from './wms/transaction/handlers.ts';
import { todoHandlers } from './wms/transaction/todo.ts';
import { storageRuleHandlers } from './wms/storage-rule/handlers.ts';
import { boxHandlers } from './wms/warehouse-box/handlers.ts';
import { warehouseHandlers } from './wms/warehouse/handlers.ts';

interface Served {
  routes: Routes;
  register: (app: FastifyInstance, services: Services) => void;
}
const served = <const T extends Routes>(routes: T, handlers: Handlers<T>): Served => ({
  routes,
  register: (app, services) => register(app, services, routes, handlers),
});

const everything: readonly Served[] = [
  served(tokenRoutes, tokenHandlers),
  served(userRoutes, userHandlers),
  served(accountRoutes, accountHandlers),
  served(
    roleRoutes,
    roleHandlers(() => allRoutes),
  ),
  served(
    powerRoutes,
    powerHandlers(() => allRoutes),
  ),
  served(ruleRoutes, ruleHandlers),
  served(proxyRoutes, proxyHandlers),
  served(passwordRoutes, passwordHandlers),
  served(profileRoutes, profileHandlers),
  served(linkRoutes, linkHandlers),
  served(sessionRoutes, sessionHandlers),
  served(apiTokenRoutes, apiTokenHandlers),
  served(signInRoutes, signInHandlers),
  served(ssoRoutes, ssoHandlers),
  served(secondFactorRoutes, secondFactorHandlers),
  served(orgRoutes, orgHandlers),
  served(orgRecordRoutes, orgRecordHandlers),
  served(quotaRoutes, quotaHandlers),
  served(listingRoutes, listingHandlers),
  served(statisticsRoutes, statisticsHandlers),
  served(warningRoutes, warningHandlers),
  served(limitRoutes, limitHandlers),
  served(countRoutes, countHandlers),
  served(scanRoutes, scanHandlers),
  served(afterSalesRoutes, afterSalesHandlers),
  served(shareRoutes, shareHandlers),
  served(permitRoutes, permitHandlers),
  served(flowRoutes, flowHandlers),
  served(versionRoutes, versionHandlers),
  served(menuRoutes, menuHandlers),
  served(dicRoutes, dicHandlers),
  served(msgInboxRoutes, msgInboxHandlers),
  served(everyInboxRoutes, everyInboxHandlers),
  served(msgSenderRoutes, msgSenderHandlers),
  served(configRoutes, configHandlers),
  served(mailRoutes, mailHandlers),
  served(nightlyRoutes, nightlyHandlers),
  served(maintainRoutes, maintainHandlers),
  served(maintainUtilsRoutes, maintainUtilsHandlers),
  served(reportRoutes, reportHandlers),
  served(ownReportRoutes, ownReportHandlers),
  served(reportPlanRoutes, reportPlanHandlers),
  served(reportSentRoutes, reportSentHandlers),
  served(logRoutes, logHandlers),
  served(firstStepsRoutes, firstStepsHandlers),
  served(findRoutes, findHandlers),
  served(fileRoutes, fileHandlers),
  served(categoryRoutes, categoryHandlers),
  served(productRoutes, productHandlers),
  served(warehouseRoutes, warehouseHandlers),
  served(containerRoutes, containerHandlers),
  served(boxRoutes, boxHandlers),
  served(storageRuleRoutes, storageRuleHandlers),
  served(batchRoutes, batchHandlers),
  served(productBoxRoutes, productBoxHandlers),
  served(pictureRoutes, pictureHandlers),
  served(todoRoutes, todoHandlers(kinds)),
  served(transactionRoutes, transactionHandlers),
  served(openingRoutes, openingHandlers),
  served(workRoutes, workHandlers(kinds)),
  served(overviewRoutes, overviewHandlers(kinds)),
  served(definitionRoutes, definitionHandlers(kinds)),
];

/** Every route under the name it has in its table; no two share one, which the OpenAPI document wants. */
export const namedRoutes: readonly (readonly [name: string, route: Route])[] = everything.flatMap(({ routes }) =>
  Object.entries<Route>(routes),
);
export const allRoutes: readonly Route[] = namedRoutes.map(([, route]) => route);

export function registerAll(app: FastifyInstance, services: Services): void {
  for (const { register: add } of everything) add(app, services);
}
