import { accountRoutes } from '@kuwei/contract/auth/account';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Importer } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { useAccountActions } from './account-actions.tsx';
import { accountList } from './account-list.tsx';
import { AccountDetail } from './AccountDetail.tsx';
import { useAccountBatch } from './use-account-batch.tsx';

const importer: Importer = {
  name: 'user.account.many',
  route: accountRoutes.importAccounts,
  template: accountRoutes.getAccountTemplate,
  history: {
    listImports: accountRoutes.listAccountImports,
    lookAtUndo: accountRoutes.lookAtAccountUndo,
    undoImport: accountRoutes.undoAccountImport,
  },
};

export default function AccountListPage() {
  const t = useT();
  const { path } = usePage();
  const { actionsOf, dialog } = useAccountActions();
  const batch = useAccountBatch();
  return (
    <>
      <List
        spec={accountList}
        title={t('user.account.title')}
        detail={(id, row) => <AccountDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={batch}
        importer={importer}
        exporter={accountRoutes.exportAccounts}
        primary={{ label: t('user.account.new'), to: `${path}/edit`, route: accountRoutes.createAccount }}
        emptyText={t('user.account.emptyText')}
      />
      {dialog}
    </>
  );
}
