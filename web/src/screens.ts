// Screens: code, layout and guards of each. A page loads when it is first opened, or before that when idle. Imported by `main.tsx` only.
import { lazyPage } from './navigation/lazy-page.ts';
import type { Screens } from './navigation/screens.ts';

/** One page: the other address opens its image dialog. */
const productEdit = lazyPage(() => import('./wms/product/ProductEditPage.tsx'), 'goods');
/** The same list: there is only one type. */
const stockList = lazyPage(() => import('./wms/product-box/StockListPage.tsx'), 'goods', 'ledger');
const boxList = lazyPage(() => import('./wms/warehouse-box/BoxListPage.tsx'), 'goods');

const transactionEdit = lazyPage(() => import('./wms/transaction/edit/TransactionEditPage.tsx'), 'documents');

/** The same pages, with or without an owner in the address. */
const rules = lazyPage(() => import('./power/rule/RulePage.tsx'), 'people', 'sight');
const ruleEdit = lazyPage(() => import('./power/rule/RuleEditPage.tsx'), 'people', 'sight');

export const screens: Screens = {
  'common/login': {
    page: lazyPage(() => import('./common/login/LoginPage.tsx'), 'login'),
    layout: 'empty',
    guards: [],
    bare: true,
  },
  'common/login/demo': {
    page: lazyPage(() => import('./common/login/DemoPage.tsx'), 'login'),
    layout: 'empty',
    guards: ['demo'],
    bare: true,
  },
  'common/login/sso': {
    page: lazyPage(() => import('./common/login/SsoPage.tsx'), 'login'),
    layout: 'empty',
    guards: ['sso'],
    bare: true,
  },
  'common/login/forgotten': {
    page: lazyPage(() => import('./common/login/ForgottenPage.tsx'), 'login', 'link'),
    layout: 'empty',
    guards: ['forgotten'],
    bare: true,
  },
  'common/login/password': {
    page: lazyPage(() => import('./common/login/PasswordLinkPage.tsx'), 'login', 'link'),
    layout: 'empty',
    guards: [],
    bare: true,
  },
  'common/login/address': {
    page: lazyPage(() => import('./common/login/AddressLinkPage.tsx'), 'login', 'link'),
    layout: 'empty',
    guards: [],
    bare: true,
  },
  'wms/product': { page: lazyPage(() => import('./wms/product/ProductListPage.tsx'), 'goods', 'safety') },
  'sysbase/first-steps': { page: lazyPage(() => import('./sysbase/first-steps/FirstStepsPage.tsx'), 'system') },
  'sysbase/maintain/upgrade': {
    page: lazyPage(() => import('./sysbase/maintain/upgrade/UpgradePage.tsx'), 'maintain'),
  },
  'sysbase/maintain/upgrade/bak': {
    page: lazyPage(() => import('./sysbase/maintain/bak/BackupListPage.tsx'), 'maintain', 'backup'),
  },
  'sysbase/maintain/upgrade/load': {
    page: lazyPage(() => import('./sysbase/maintain/load/LoadPage.tsx'), 'maintain', 'backup'),
  },
  'sysbase/maintain/upgrade/utils': {
    page: lazyPage(() => import('./sysbase/maintain/utils/UtilsPage.tsx'), 'maintain', 'utils', 'ledger'),
  },
  'sysbase/report/query': { page: lazyPage(() => import('./sysbase/report/QueryListPage.tsx'), 'report', 'result') },
  'sysbase/report/query/edit': { page: lazyPage(() => import('./sysbase/report/QueryEditPage.tsx'), 'report', 'result') },
  'sysbase/report/query/edit-columns': { page: lazyPage(() => import('./sysbase/report/ColumnsPage.tsx'), 'report') },
  'base/report': { page: lazyPage(() => import('./base/report/ReportListPage.tsx'), 'result') },
  'base/report/run': { page: lazyPage(() => import('./base/report/RunPage.tsx'), 'result') },
  'base/report/start': { page: lazyPage(() => import('./base/report/StartPage.tsx'), 'result') },
  'base/report/plan': { page: lazyPage(() => import('./base/report/PlanListPage.tsx'), 'result') },
  'base/report/sent': { page: lazyPage(() => import('./base/report/SentPage.tsx'), 'result') },
  'sysbase/nightly': { page: lazyPage(() => import('./sysbase/nightly/NightlyPage.tsx'), 'system', 'imports') },
  'sysbase/log': { page: lazyPage(() => import('./sysbase/log/LogPage.tsx'), 'log') },
  'user/mg': { page: lazyPage(() => import('./user/mg/AccountListPage.tsx'), 'people') },
  'user/mg/edit': { page: lazyPage(() => import('./user/mg/AccountEditPage.tsx'), 'people') },
  'wms/user/switchorg': {
    page: lazyPage(() => import('./wms/user/switchorg/SwitchOrgPage.tsx'), 'people'),
    layout: 'easy',
    guards: [],
  },
  'wms/product/edit': { page: productEdit },
  'wms/product/image-insert': { page: productEdit },
  'wms/batch': { page: lazyPage(() => import('./wms/batch/BatchListPage.tsx'), 'goods') },
  'wms/ews-product': { page: lazyPage(() => import('./wms/ews-product/WarningListPage.tsx'), 'warning') },
  'wms/ews-limit': { page: lazyPage(() => import('./wms/ews-limit/LimitListPage.tsx'), 'warning') },
  'wms/org-product': { page: lazyPage(() => import('./wms/org-product/ListingListPage.tsx'), 'goods', 'share') },
  'wms/org-product/edit': { page: lazyPage(() => import('./wms/org-product/ListingEditPage.tsx'), 'share') },
  'wms/after-sales': { page: lazyPage(() => import('./wms/after-sales/CaseListPage.tsx'), 'cases') },
  'wms/after-sales/edit': { page: lazyPage(() => import('./wms/after-sales/CaseEditPage.tsx'), 'cases') },
  'wms/after-sales/audit-button': { page: lazyPage(() => import('./wms/after-sales/CasePage.tsx'), 'cases') },
  'wms/statistics': { page: lazyPage(() => import('./wms/statistics/StatisticsPage.tsx'), 'stat') },
  'wms/statistics/entry': { page: lazyPage(() => import('./wms/statistics/StatEntryPage.tsx'), 'stat', 'ledger') },
  'wms/statistics/index02': {
    page: lazyPage(() => import('./wms/statistics/WallPage.tsx'), 'stat'),
    layout: 'empty',
  },
  'wms/permit': { page: lazyPage(() => import('./wms/permit/PermitListPage.tsx'), 'permit') },
  'wms/permit/edit': { page: lazyPage(() => import('./wms/permit/PermitEditPage.tsx'), 'permit') },
  'wms/hazard-flow': { page: lazyPage(() => import('./wms/hazard-flow/RegisterPage.tsx'), 'register', 'ledger', 'stat') },
  'wms/hazard-flow/print': {
    page: lazyPage(() => import('./wms/hazard-flow/PrintPage.tsx'), 'register', 'ledger', 'stat'),
    layout: 'empty',
  },
  'wms/hazard-flow/report': { page: lazyPage(() => import('./wms/hazard-flow/ReportPage.tsx'), 'register', 'ledger', 'stat') },
  'wms/share': { page: lazyPage(() => import('./wms/share/ShareListPage.tsx'), 'share') },
  'wms/share/offer': { page: lazyPage(() => import('./wms/share/OfferListPage.tsx'), 'goods', 'share') },
  'wms/warehouse': { page: lazyPage(() => import('./wms/warehouse/WarehouseListPage.tsx'), 'goods') },
  'wms/warehouse/edit': { page: lazyPage(() => import('./wms/warehouse/WarehouseEditPage.tsx'), 'goods') },
  'wms/container': { page: lazyPage(() => import('./wms/container/ContainerPage.tsx'), 'goods') },
  'wms/container/edit': { page: lazyPage(() => import('./wms/container/ContainerEditPage.tsx'), 'goods') },
  'wms/storage-rule': { page: lazyPage(() => import('./wms/storage-rule/StorageRulePage.tsx'), 'safety') },
  'wms/storage-rule/standing': {
    page: lazyPage(() => import('./wms/storage-rule/RuleViolationPage.tsx'), 'goods', 'ledger', 'safety'),
  },
  'wms/warehouse-box': { page: boxList },
  'wms/warehouse-box/:type=list': { page: boxList },
  'wms/warehouse-box/edit': { page: lazyPage(() => import('./wms/warehouse-box/BoxEditPage.tsx'), 'goods') },
  'wms/warehouse-box/labels': {
    page: lazyPage(() => import('./wms/label/BoxLabelsPage.tsx'), 'label'),
    layout: 'empty',
  },
  'wms/warehouse-box/by-qr/:token': { page: lazyPage(() => import('./wms/scan/FormerLabelPage.tsx')), guards: [] },
  'wms/label': { page: lazyPage(() => import('./wms/label/GoodsLabelsPage.tsx'), 'label'), layout: 'empty' },
  'wms/scan': { page: lazyPage(() => import('./wms/scan/ScanPage.tsx'), 'scan', 'goods', 'ledger', 'documents'), guards: [] },
  'wms/transaction/:type=inbound|outbound|move|opening': {
    page: lazyPage(() => import('./wms/transaction/list/TransactionListPage.tsx'), 'documents'),
  },
  'wms/transaction/inbound/edit': { page: transactionEdit },
  'wms/transaction/outbound/edit': { page: transactionEdit },
  'wms/transaction/move/edit': { page: transactionEdit },
  'wms/transaction/opening/edit': { page: transactionEdit },
  'wms/transaction/select-product': {
    page: lazyPage(() => import('./wms/transaction/select/SelectProductPage.tsx'), 'documents'),
  },
  'wms/transaction/select-productbox': {
    page: lazyPage(() => import('./wms/transaction/select/SelectStockPage.tsx'), 'documents'),
  },
  'wms/transaction/audit-button': { page: lazyPage(() => import('./wms/transaction/audit/AuditButtonPage.tsx'), 'documents') },
  'wms/transaction/print': {
    page: lazyPage(() => import('./wms/transaction/print/PrintPage.tsx'), 'documents'),
    layout: 'empty',
  },
  'wms/transaction/transaction-record': {
    page: lazyPage(() => import('./wms/transaction/record/RecordPage.tsx'), 'documents', 'ledger'),
  },
  'wms/transaction/audit-timeline': {
    page: lazyPage(() => import('./wms/transaction/audit/AuditTimelinePage.tsx'), 'documents'),
  },
  'base/msg-inbox': {
    page: lazyPage(() => import('./base/msg-inbox/MsgInboxPage.tsx'), 'messages'),
    guards: [],
  },
  'base/bpm/todo': {
    page: lazyPage(() => import('./base/bpm/TodoPage.tsx'), 'documents', 'approval'),
    guards: [],
  },
  'power/role': { page: lazyPage(() => import('./power/role/RolePage.tsx'), 'people') },
  'power/role/edit': { page: lazyPage(() => import('./power/role/RoleEditPage.tsx'), 'people') },
  'power/role/rule': { page: lazyPage(() => import('./power/rule/RoleRulePage.tsx'), 'people', 'sight') },
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': { page: rules },
  'power/rule/:owner=USER|ROLE|ORG/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': { page: ruleEdit },
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU': { page: rules },
  'power/rule/:subject=WMS_ORG|WMS_WAREHOUSE|WMS_CONTAINER|CATEGORY|REPORT|MENU/edit': { page: ruleEdit },
  'power/power': { page: lazyPage(() => import('./power/power/PowerListPage.tsx'), 'people') },
  'power/power/edit': { page: lazyPage(() => import('./power/power/PowerEditPage.tsx'), 'people') },
  'power/proxy': { page: lazyPage(() => import('./power/proxy/ProxyPage.tsx'), 'people') },
  'base/user/profile': { page: lazyPage(() => import('./base/user/ProfilePage.tsx'), 'people', 'messages'), guards: [] },
  'base/user/change-password': {
    page: lazyPage(() => import('./base/user/ChangePasswordPage.tsx'), 'people'),
    guards: [],
  },
  'base/user/second-factor': { page: lazyPage(() => import('./base/user/SecondFactorPage.tsx'), 'people'), guards: [] },
  'base/user/session': { page: lazyPage(() => import('./base/user/SessionPage.tsx'), 'people'), guards: [] },
  'sysbase/msg-inbox/sender': { page: lazyPage(() => import('./sysbase/msg-inbox/sender/SenderPage.tsx'), 'people', 'messages') },
  'sysbase/dic': { page: lazyPage(() => import('./sysbase/dic/DicListPage.tsx'), 'system') },
  'sysbase/sysconfig': { page: lazyPage(() => import('./sysbase/sysconfig/ConfigListPage.tsx'), 'system') },
  'sysbase/sysconfig/edit': { page: lazyPage(() => import('./sysbase/sysconfig/ConfigEditPage.tsx'), 'system') },
  'sysbase/dic/edit': { page: lazyPage(() => import('./sysbase/dic/DicEditPage.tsx'), 'system') },
  'sysbase/bpm': { page: lazyPage(() => import('./sysbase/bpm/FlowListPage.tsx'), 'design') },
  'sysbase/bpm/edit': { page: lazyPage(() => import('./sysbase/bpm/FlowEditPage.tsx'), 'design', 'approval') },
  'sysbase/bpm/workflow': {
    page: lazyPage(() => import('./sysbase/bpm/FlowOverviewPage.tsx'), 'design', 'approval', 'documents'),
  },
  'sysbase/project/app/menu': { page: lazyPage(() => import('./sysbase/project/app/menu/MenuPage.tsx'), 'system') },
  'sysbase/project/app/menu/edit': { page: lazyPage(() => import('./sysbase/project/app/menu/MenuEditPage.tsx'), 'system') },
  'wms/transaction/:type=inbound|outbound|move/editbox': {
    page: lazyPage(() => import('./wms/transaction/box/BoxPage.tsx'), 'documents', 'scan'),
  },
  'wms/transaction/select-warehousebox': { page: lazyPage(() => import('./wms/putaway/SelectBoxPage.tsx'), 'documents') },
  'wms/product-box': { page: stockList },
  'wms/product-box/:type=list': { page: stockList },
  'wms/product-box/edit': { page: lazyPage(() => import('./wms/product-box/StockEditPage.tsx'), 'ledger') },
  'wms/product-space': { page: lazyPage(() => import('./wms/product-space/SpacePage.tsx'), 'goods', 'ledger') },
  'wms/inventory': { page: lazyPage(() => import('./wms/inventory/CountListPage.tsx'), 'count') },
  'wms/inventory/edit': {
    page: lazyPage(() => import('./wms/inventory/CountEditPage.tsx'), 'count', 'documents'),
  },
  'wms/inventory/count': { page: lazyPage(() => import('./wms/inventory/CountingPage.tsx'), 'count') },
  'wms/inventory/print': { page: lazyPage(() => import('./wms/inventory/PrintPage.tsx'), 'count'), layout: 'empty' },
  'wms/inventory/audit-button': {
    page: lazyPage(() => import('./wms/inventory/AuditButtonPage.tsx'), 'count', 'documents'),
  },
  'wms/inventory/audit-timeline': {
    page: lazyPage(() => import('./wms/inventory/AuditTimelinePage.tsx'), 'count', 'documents'),
  },
  'wms/inventory/select-productbox': {
    page: lazyPage(() => import('./wms/inventory/SelectProductBoxPage.tsx'), 'count', 'documents'),
  },
  'wms/org': { page: lazyPage(() => import('./wms/org/OrgListPage.tsx'), 'people') },
  'wms/org/edit': { page: lazyPage(() => import('./wms/org/OrgEditPage.tsx'), 'people') },
  'wms/ledger': { page: lazyPage(() => import('./wms/ledger/LedgerPage.tsx'), 'ledger') },
};
