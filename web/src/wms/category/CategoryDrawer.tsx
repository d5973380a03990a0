// The tree of product categories and its actions, in a drawer over the product list.
import { nameIn } from '@kuwei/contract/name';
import { categoryRoutes, type Category } from '@kuwei/contract/wms/category';
import { Button, Drawer, Input } from 'antd';
import { ExportButton } from '../../table/ExportButton.tsx';
import { TreeTable, type TreeColumn } from '../../table/TreeTable.tsx';
import { useState } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { ApiError } from '../../api/error.ts';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { EditDrawer } from '../../form/EditDrawer.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { TreeField } from '../../form/field/TreeField.tsx';
import { WholeField } from '../../form/field/DecimalField.tsx';
import { Section } from '../../form/Section.tsx';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeRefused } from '../../ui/feedback.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useIsPhone } from '../../ui/use-media.ts';
import { categoryEdit } from './category-edit.ts';
import './category.css';

/** What is edited: a new category below a parent (null: top level), or an existing one. */
type Editing = { below: string | null } | Category | null;

export function CategoryDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const phone = useIsPhone();
  const mayCall = useMayCall();
  const { data = [], error, isPending, refetch } = usePageQuery(categoryRoutes.listCategories, undefined, { enabled: open });
  const [editing, setEditing] = useState<Editing>(null);
  const [wanted, setWanted] = useState('');
  const locale = useLocale();
  const record = editing && 'id' in editing ? editing : null;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={phone ? '100%' : 640}
      title={t('category.title')}
      className="category-drawer"
      extra={
        <div className="category-tools">
          {mayCall(categoryRoutes.exportCategories) && (
            <ExportButton route={categoryRoutes.exportCategories} query={{}} count={{ total: data.length, exact: true }} />
          )}
          <Button type="primary" onClick={() => setEditing({ below: null })}>
            {t('category.new')}
          </Button>
        </div>
      }
    >
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data.length > 0 && (
        <Input
          type="search"
          allowClear
          aria-label={t('category.search')}
          placeholder={t('category.search')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      {!isPending && !error && (
        <TreeTable
          label={t('category.title')}
          items={data}
          nameTitle={t('category.name')}
          nameOf={(category) => nameIn(locale, category)}
          columns={columns(t, setEditing)}
          wanted={wanted}
          textOf={categoryText}
          onOpen={setEditing}
          empty={
            <div className="category-none">
              <strong>{t(data.length === 0 ? 'category.none' : 'category.noMatch')}</strong>
              {data.length === 0 && <p>{t('category.noneText')}</p>}
            </div>
          }
        />
      )}
      <EditDrawer
        edit={categoryEdit}
        of={editing === null ? null : (record ?? 'new')}
        {...(editing && 'below' in editing && { blank: { parentId: editing.below } })}
        onClose={() => setEditing(null)}
      >
        <Section title="category.name">
          <TextField name="code" label="category.fieldCode" code autoFocus />
          <WholeField name="sort" label="category.sort" hint={t('category.sortHint')} />
          <TextField name="name" label="category.fieldName" width="full" />
          <TextField name="nameEn" label="category.fieldNameEn" width="full" />
          <TreeField
            name="parentId"
            label="category.parent"
            rows={data}
            without={record?.id}
            placeholder={t('category.top')}
            width="full"
          />
        </Section>
      </EditDrawer>
    </Drawer>
  );
}

const categoryText = ({ code, name, nameEn }: Category): string => `${code} ${name} ${nameEn ?? ''}`;

const columns = (t: ReturnType<typeof useT>, onEdit: (of: Editing) => void): TreeColumn<Category>[] => [
  { key: 'code', title: t('category.fieldCode'), desk: true, cell: ({ code }) => <span className="kw-code">{code}</span> },
  { key: 'products', title: t('category.productCount'), align: 'right', cell: ({ products }) => products },
  {
    key: 'actions',
    title: t('list.actions'),
    align: 'right',
    cell: (category, children) => <Actions category={category} below={children} onEdit={onEdit} />,
  },
];

interface ActionsProps {
  category: Category;
  /** Number of direct children. */
  below: number;
  onEdit: (of: Editing) => void;
}

function Actions({ category, below, onEdit }: ActionsProps) {
  const t = useT();
  const mayCall = useMayCall();
  const erase = usePageWrite(categoryRoutes.deleteCategory, { changes: categoryEdit.changes });
  const reason =
    category.products > 0
      ? t('category.hasProducts', { count: category.products })
      : below > 0
        ? t('category.hasChildren', { count: below })
        : undefined;
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(category.name))) return;
    try {
      await erase.mutateAsync({ params: { id: category.id } });
      noticeDone(t('common.deleted'));
    } catch (error) {
      noticeRefused(error instanceof ApiError && error.kind === 'general' ? error.message : t('common.deleteFailed'));
    }
  };
  return (
    <>
      <Button type="link" size="small" onClick={() => onEdit({ below: category.id })}>
        {t('category.child')}
      </Button>
      {mayCall(categoryRoutes.deleteCategory) && (
        <Button type="text" size="small" danger disabled={reason !== undefined} title={reason} onClick={() => void remove()}>
          {t('common.delete')}
        </Button>
      )}
    </>
  );
}
