// The share of the owner's quota that a deposit being filed takes.
import { compare, decimalOf, micros, sum } from '@kuwei/contract/decimal';
import { quotaRoutes, type QuotaUse } from '@kuwei/contract/wms/org-quota';
import type { usePageCall } from '../../../page/query.ts';
import { t } from '../../../phrase/phrases.ts';
import { quotaParts, sumTakenLitres } from '../../review/chain/chain-text.ts';
import { baseQty, type EditorLine } from '../../lines/line.ts';

/** Quota use including these lines. A product without a volume is reported as such, not counted as zero. */
export function withLines(quota: QuotaUse, lines: readonly EditorLine[]): QuotaUse {
  const known = lines.flatMap((line) => (line.product === null ? [] : [{ ...line.product, qty: baseQty(line) }]));
  const volumes = known.map(({ qty, unitVolumeL }) => (qty === null || unitVolumeL === null ? '0' : litres(qty, unitVolumeL)));
  const unmeasured = new Set(known.filter(({ unitVolumeL }) => unitVolumeL === null).map(({ id }) => id)).size;
  const use = { ...quota, comingL: sum(volumes), unmeasured };
  const isOver =
    (quota.maxVolumeL !== null && compare(sumTakenLitres(use), quota.maxVolumeL) > 0) ||
    (quota.maxBoxes !== null && quota.boxes > quota.maxBoxes);
  return { ...use, over: isOver };
}

const litres = (qty: string, unit: string): string => decimalOf((micros(qty) * micros(unit)) / 1_000_000n);

/** A warning before submission if the deposit exceeds the quota. Without the answer of the server it is left to the reviewers. */
export async function quotaRisk(
  call: ReturnType<typeof usePageCall>,
  warehouseId: string,
  lines: readonly EditorLine[],
): Promise<string[]> {
  const quota = await call(quotaRoutes.getOwnQuota, { query: { warehouseId } }).catch(() => null);
  const use = quota && withLines(quota, lines);
  return use?.over ? [t('tx.risk.quota', { use: quotaParts(use).join(' · ') })] : [];
}
