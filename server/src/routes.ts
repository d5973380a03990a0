// Every route table of the contract, with its handlers.
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { secondFactorRoutes, signInRoutes } from '@kuwei/contract/auth/sign-in';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { workRoutes } from '@kuwei/contract/bpm/work';
import type { Route } from '@kuwei/contract/route';
import { findRoutes } from '@kuwei/contract/sys/find';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { everyInboxRoutes, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { msgSenderRoutes } from '@kuwei/contract/sys/msg-sender';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productRoutes } from '@kuwei/contract/wms/product';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import type { FastifyInstance } from 'fastify';
import { proxyHandlers } from './auth/proxy-handlers.ts';
import { passwordHandlers } from './auth/password-handlers.ts';
import { sessionHandlers } from './auth/session-handlers.ts';
import { secondFactorHandlers } from './auth/second-factor-handlers.ts';
import { signInHandlers } from './auth/sign-in-handlers.ts';
import { tokenHandlers } from './auth/token-handlers.ts';
import { userHandlers } from './auth/user-handlers.ts';
import { definitionHandlers } from './bpm/definition-handlers.ts';
import { workHandlers } from './bpm/work-handlers.ts';
import type { Services } from './context.ts';
import { register } from './http/register.ts';
import { kinds } from './kinds.ts';
import { findHandlers } from './sys/find.ts';
import { dicHandlers } from './sys/dic-handlers.ts';
import { fileHandlers } from './sys/fs-handlers.ts';
import { everyInboxHandlers, msgInboxHandlers } from './sys/msg-inbox-handlers.ts';
import { msgSenderHandlers } from './sys/msg-sender-handlers.ts';
import { versionHandlers } from './sys/version-handlers.ts';
import { categoryHandlers } from './wms/category/handlers.ts';
import { quotaHandlers } from './wms/org-quota/handlers.ts';
import { orgHandlers } from './wms/org-handlers.ts';
import { productHandlers } from './wms/product/handlers.ts';
import { batchHandlers } from './wms/batch/handlers.ts';
import { containerHandlers } from './wms/container/handlers.ts';
import { productBoxHandlers } from './wms/product-box/handlers.ts';
import { transactionHandlers } from './wms/transaction/handlers.ts';
import { todoHandlers } from './wms/transaction/todo.ts';
import { storageRuleHandlers } from './wms/storage-rule/handlers.ts';
import { boxHandlers } from './wms/warehouse-box/handlers.ts';
import { warehouseHandlers } from './wms/warehouse/handlers.ts';

const tables = [
  tokenRoutes,
  userRoutes,
  proxyRoutes,
  passwordRoutes,
  sessionRoutes,
  signInRoutes,
  secondFactorRoutes,
  orgRoutes,
  quotaRoutes,
  versionRoutes,
  dicRoutes,
  msgInboxRoutes,
  everyInboxRoutes,
  msgSenderRoutes,
  findRoutes,
  fileRoutes,
  categoryRoutes,
  productRoutes,
  warehouseRoutes,
  containerRoutes,
  boxRoutes,
  storageRuleRoutes,
  batchRoutes,
  productBoxRoutes,
  todoRoutes,
  transactionRoutes,
  workRoutes,
  definitionRoutes,
];

/** Every route under the name it has in its table; no two share one, which the OpenAPI document wants. */
export const namedRoutes: readonly (readonly [name: string, route: Route])[] = tables.flatMap((table) =>
  Object.entries<Route>(table),
);
export const allRoutes: readonly Route[] = namedRoutes.map(([, route]) => route);

export function registerAll(app: FastifyInstance, services: Services): void {
  register(app, services, tokenRoutes, tokenHandlers);
  register(app, services, userRoutes, userHandlers);
  register(app, services, proxyRoutes, proxyHandlers);
  register(app, services, passwordRoutes, passwordHandlers);
  register(app, services, sessionRoutes, sessionHandlers);
  register(app, services, signInRoutes, signInHandlers);
  register(app, services, secondFactorRoutes, secondFactorHandlers);
  register(app, services, orgRoutes, orgHandlers);
  register(app, services, quotaRoutes, quotaHandlers);
  register(app, services, versionRoutes, versionHandlers);
  register(app, services, dicRoutes, dicHandlers);
  register(app, services, msgInboxRoutes, msgInboxHandlers);
  register(app, services, everyInboxRoutes, everyInboxHandlers);
  register(app, services, msgSenderRoutes, msgSenderHandlers);
  register(app, services, findRoutes, findHandlers);
  register(app, services, fileRoutes, fileHandlers);
  register(app, services, categoryRoutes, categoryHandlers);
  register(app, services, productRoutes, productHandlers);
  register(app, services, warehouseRoutes, warehouseHandlers);
  register(app, services, containerRoutes, containerHandlers);
  register(app, services, boxRoutes, boxHandlers);
  register(app, services, storageRuleRoutes, storageRuleHandlers);
  register(app, services, batchRoutes, batchHandlers);
  register(app, services, productBoxRoutes, productBoxHandlers);
  register(app, services, todoRoutes, todoHandlers);
  register(app, services, transactionRoutes, transactionHandlers);
  register(app, services, workRoutes, workHandlers(kinds));
  register(app, services, definitionRoutes, definitionHandlers(kinds));
}
