import { compare } from '@kuwei/contract/decimal';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { boxRoutes, type BoxOption } from '@kuwei/contract/wms/warehouse-box';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BoxOptionRow } from './BoxOptionRow.tsx';
import { buildBoxRequest, NO_PLACE, type Part, type Place } from './plan.ts';
import { RefusedBoxes } from './RefusedBoxes.tsx';
import { useOwner } from './use-owner.ts';
import './candidates.css';
import '../document/said.css';

/** Lazy: only this dialog needs the list components. */
const SelectBoxDialog = lazyPart(async () => (await import('./SelectBoxDialog.tsx')).SelectBoxDialog);

interface BoxCandidatesProps {
  transaction: Transaction;
  line: TransactionLine;
  parts: readonly Part[];
  /** Planned boxes of the other lines. */
  others: readonly AssignedLine[];
  suggestion: BoxSuggestion | null;
  onTake: (place: Place, most: string | null) => boolean;
}

const SHOWN = 6;

/** Boxes that could take the rest of the line, suggested ones first. */
export function BoxCandidates({ transaction, line, parts, others, suggestion, onTake }: BoxCandidatesProps) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const [wanted, setWanted] = useState(false);
  const ownerOrgId = useOwner(transaction, parts);
  const { query, body } = buildBoxRequest(transaction, line, parts, others);
  const asked = { ...query, ownerOrgId };
  const { data } = usePageQuery(
    boxRoutes.selectBoxes,
    { query: { ...asked, fitting: true, page: 1, size: 50 }, body },
    { enabled: ownerOrgId !== undefined, keepPrevious: true },
  );
  const reasons = new Map(suggestion?.boxes.map((box) => [box.boxId, box.reason]));
  const rank = (box: BoxOption): number => (reasons.has(box.id) ? 0 : 1);
  const sources = new Set(parts.map((part) => part.sourceBoxId));
  const boxes =
    data?.list
      .filter((box) => !sources.has(box.id))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, SHOWN) ?? [];
  // Then the reasons are already shown with the missing quantity.
  const isShort = suggestion !== null && compare(suggestion.short, '0') > 0;
  const take = (box: BoxOption): void => {
    if (onTake({ ...NO_PLACE, boxId: box.id, boxCode: box.code }, box.fits)) setChoosing(false);
  };
  return (
    <div className="candidates">
      <h2>{t('work.candidates.boxes')}</h2>
      {data && boxes.length === 0 && (
        <>
          <p className="work-second">
            {data.together === null ? t('work.candidates.none') : t('work.candidates.together', { count: data.together })}
          </p>
          {!isShort && data.together === null && <RefusedBoxes refused={data.refused} product={line.product} />}
        </>
      )}
      <ul>
        {boxes.map((box) => (
          <BoxOptionRow
            key={box.id}
            box={box}
            unit={line.product.baseUnit}
            reason={reasons.get(box.id) ?? null}
            isChosen={parts.some((part) => part.boxId === box.id)}
            onChoose={() => take(box)}
          />
        ))}
      </ul>
      <Button
        block
        size="large"
        onClick={() => {
          setWanted(true);
          setChoosing(true);
        }}
      >
        {t('work.candidates.more')}
      </Button>
      <Suspense>
        {wanted && (
          <SelectBoxDialog
            open={choosing}
            asked={asked}
            beside={body}
            product={line.product}
            title={t('work.select.for', { product: line.product.name })}
            onChoose={take}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
