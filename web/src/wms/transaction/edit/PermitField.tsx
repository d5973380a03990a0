import { sum } from '@kuwei/contract/decimal';
import { permitRoutes, type PermitChoice } from '@kuwei/contract/wms/permit';
import { Form } from 'antd';
import { useMemo } from 'react';
import { ChoicesField } from '../../../form/field/ChoiceField.tsx';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { useAmount } from '../../../ui/Quantity.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { baseQty, type EditorLine } from '../../lines/line.ts';
import { PermitNeeds } from '../../document/permit/PermitNeeds.tsx';

interface PermitFieldProps {
  warehouseId: string;
  documentId: string | null;
  lines: readonly EditorLine[];
}

/** Permits of a deposit being filed: what its controlled goods need, and the user's choice. */
export default function PermitField({ warehouseId, documentId, lines }: PermitFieldProps) {
  const t = useT();
  const { prefix } = usePage();
  const chosen = Form.useWatch<string[] | undefined>('permitIds');
  const amountOf = useAmount();
  const wanted = useMemo(() => requiredAmounts(lines), [lines]);
  const permitIds = chosen ?? [];
  const asked = { body: { warehouseId, documentId, permitIds, lines: wanted } };
  const { data } = usePageQuery(permitRoutes.askPermits, asked, { enabled: wanted.length > 0, keepPrevious: true });
  const { data: all } = usePageQuery(
    permitRoutes.askPermits,
    { body: { ...asked.body, permitIds: [] } },
    { enabled: wanted.length > 0, keepPrevious: true },
  );
  if (!data || data.length === 0) return null;
  const choices = new Map((all ?? data).flatMap(({ permits }) => permits).map((permit) => [permit.id, permit]));
  const hintOf = ({ left, unit, validUntil }: PermitChoice): string =>
    [
      left === null || unit === null ? t('permit.need.any') : t('permit.need.left', { left: amountOf(left, unit) }),
      t('permit.need.until', { day: validUntil }),
    ].join(' · ');
  const isLacking = data.some(({ cause }) => cause !== null);
  return (
    <div className="permit-field" role="group" aria-label={t('permit.need.title')}>
      <h2>{t('permit.need.title')}</h2>
      <PermitNeeds needs={data} />
      {isLacking && (
        <PageLink className="kw-link" to={`/${prefix}/wms/permit/edit?warehouseId=${warehouseId}`}>
          {t('permit.need.enter')}
        </PageLink>
      )}
      {choices.size > 1 && (
        <div className="form-rows">
          <ChoicesField
            name="permitIds"
            label="permit.need.choose"
            options={[...choices.values()].map((permit) => ({ value: permit.id, label: permit.number, hint: hintOf(permit) }))}
            hint={t('permit.need.chooseHint')}
            width="third"
          />
        </div>
      )}
    </div>
  );
}

/** Total of each controlled product in base units; lines without a quantity add nothing. */
function requiredAmounts(lines: readonly EditorLine[]): { productId: string; qty: string }[] {
  const controlled = lines.flatMap((line) => {
    const qty = baseQty(line);
    return line.product !== null && line.product.controlFlags.length > 0 && qty !== null && Number(qty) > 0
      ? [{ productId: line.product.id, qty }]
      : [];
  });
  return [...Map.groupBy(controlled, ({ productId }) => productId)].map(([productId, same]) => ({
    productId,
    qty: sum(same.map(({ qty }) => qty)),
  }));
}
