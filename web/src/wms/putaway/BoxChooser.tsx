import type { BodyOf } from '@kuwei/contract/route';
import type { ProductOption } from '@kuwei/contract/wms/product';
import { boxRoutes, type BoxOption } from '@kuwei/contract/wms/warehouse-box';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Pager } from '../../table/Pager.tsx';
import { SearchField } from '../../table/SearchField.tsx';
import '../../ui/field.css';
import '../../table/filter.css';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { BoxOptionRow } from './BoxOptionRow.tsx';
import { RefusedBoxes } from './RefusedBoxes.tsx';
import { Unmeasured } from './Unmeasured.tsx';
import './box-chooser.css';

/** The goods to find a box for. */
export interface BoxQuery {
  warehouseId: string;
  productId: string | undefined;
  ownerOrgId: string | undefined;
  /** In the base unit. */
  qty: string | undefined;
}

export type PlannedBoxes = BodyOf<(typeof boxRoutes)['selectBoxes']>;

interface BoxChooserProps {
  asked: BoxQuery;
  /** Planned boxes of the form. */
  beside?: PlannedBoxes;
  unit: string | null;
  product?: ProductOption;
  onChoose?: (box: BoxOption) => void;
}

const NOTHING_PLANNED: PlannedBoxes = { transactionId: null, planned: [] };

export function BoxChooser({ asked, beside = NOTHING_PLANNED, unit, product, onChoose }: BoxChooserProps) {
  const t = useT();
  const [q, setQ] = useState('');
  const [fitting, setFitting] = useState(true);
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const hasGoods = asked.productId !== undefined;
  const query = { ...asked, page, size, ...(q === '' ? {} : { q }), ...(hasGoods && fitting ? { fitting: true } : {}) };
  const { data, error, refetch, isFetching } = usePageQuery(
    boxRoutes.selectBoxes,
    { query, body: beside },
    { keepPrevious: true },
  );
  return (
    <div className="box-chooser">
      <div className="box-chooser-filters">
        <SearchField
          value={q}
          hint={t('work.select.search')}
          onSearch={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
        {hasGoods && (
          <Parts
            label={t('work.select.title')}
            options={[
              { value: 'fitting', label: t('work.select.fitting') },
              { value: 'all', label: t('work.select.all') },
            ]}
            value={fitting ? 'fitting' : 'all'}
            onChange={(value) => {
              setFitting(value === 'fitting');
              setPage(1);
            }}
          />
        )}
      </div>
      <div className="box-chooser-found">
        {error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
        {!data && !error && <Skeleton active />}
        {data && <Unmeasured measures={data.unmeasured} />}
        {data?.list.length === 0 && (
          <div className="box-chooser-none">
            <p>
              {data.together !== null
                ? t('work.candidates.together', { count: data.together })
                : t(hasGoods && fitting ? 'work.candidates.none' : 'work.select.none')}
            </p>
            <RefusedBoxes refused={data.refused} product={product} />
          </div>
        )}
        <ul aria-busy={isFetching}>
          {data?.list.map((box) => (
            <BoxOptionRow key={box.id} box={box} unit={unit} {...(onChoose && { onChoose: () => onChoose(box) })} />
          ))}
        </ul>
      </div>
      {data && data.total > size && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          exact={data.exact}
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      )}
    </div>
  );
}
