import { orgRoutes } from '@kuwei/contract/wms/org';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Form } from 'antd';
import { usePageQuery } from '../../../page/query.ts';
import type { ReplyOf } from '@kuwei/contract/route';
import type { Option } from '../../../ui/options.ts';
import { RecordField } from '../../../form/field/RecordField.tsx';

type Supplier = ReplyOf<(typeof orgRoutes)['selectSuppliers']>['list'][number];

const optionOf = ({ id, name, code }: Supplier): Option => ({ value: id, label: name, hint: code });

/** The supplier of a purchase. A copy or local draft only has its id. */
export function SupplierField({ saved }: { saved: Transaction | null }) {
  const given = Form.useWatch<string | null | undefined>('supplierOrgId');
  const isUnnamed = Boolean(given) && given !== saved?.supplierOrgId;
  const { data } = usePageQuery(orgRoutes.selectSuppliers, { query: { ids: [given ?? ''] } }, { enabled: isUnnamed });
  const known = (data?.list ?? []).map(optionOf);
  if (saved && saved.supplierOrgId !== null) known.push({ value: saved.supplierOrgId, label: saved.supplierName ?? '' });
  return (
    <RecordField
      name="supplierOrgId"
      label="tx.head.supplier"
      find={orgRoutes.selectSuppliers}
      optionOf={optionOf}
      known={known}
      width="third"
    />
  );
}
