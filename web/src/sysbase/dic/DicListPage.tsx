import { dicRoutes, type DicRow } from '@kuwei/contract/auth/dic';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import type { Importer } from '../../table/list-types.ts';
import { dicList } from './dic-list.tsx';
import './dic.css';

const dicImporter: Importer = {
  name: 'dic.import',
  about: 'dic.import.about',
  route: dicRoutes.importDics,
  template: dicRoutes.getDicTemplate,
  history: {
    listImports: dicRoutes.listDicImports,
    lookAtUndo: dicRoutes.lookAtDicUndo,
    undoImport: dicRoutes.undoDicImport,
  },
};

export default function DicListPage() {
  const t = useT();
  const { path } = usePage();
  const mayCall = useMayCall();
  return (
    <List
      spec={dicList}
      title={t('dic.title')}
      {...(mayCall(dicRoutes.updateDic) && { to: ({ id }: DicRow) => `${path}/edit?id=${id}` })}
      primary={{ label: t('dic.new'), to: `${path}/edit`, route: dicRoutes.createDic }}
      importer={dicImporter}
      exporter={dicRoutes.exportDics}
      emptyText={t('dic.emptyText')}
    />
  );
}
