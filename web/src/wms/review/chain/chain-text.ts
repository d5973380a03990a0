// Texts of review chains and quota use.
import { compare, subtract, sum } from '@kuwei/contract/decimal';
import type { QuotaUse } from '@kuwei/contract/wms/org-quota';
import type { ChainLevel, ChainReason, TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { t } from '../../../phrase/phrases.ts';
import { grouped, money } from '../../../ui/format.ts';

const comma = (): string => t('wms.place.comma');

/** Who may decide a level. */
export function peopleText({ people }: Pick<ChainLevel, 'people'>): string {
  if (people.length === 0) return t('chain.nobody');
  const names = people.map(({ name }) => name).join(comma());
  return people.length === 1 ? names : t('chain.anyOf', { names });
}

type StepLevel = Pick<ChainLevel, 'level' | 'step'>;

/** Whether another step of the same level is decided side by side with this one. */
export const isParallel = ({ level, step }: StepLevel, levels: readonly StepLevel[]): boolean =>
  levels.some((other) => other.level === level && other.step !== step);

/** The state of a level, with the reviewer. */
export function levelText({ state, decidedBy, decidedFor }: Pick<ChainLevel, 'state' | 'decidedBy' | 'decidedFor'>): string {
  if (state === 'OPEN' || state === 'AHEAD' || state === 'CANCELED') return t(`chain.state.${state}`);
  const name = decidedBy ?? '';
  return t(`chain.state.${state}`, { name: decidedFor === null ? name : t('chain.for', { name, other: decidedFor }) });
}

export function reasonText({ reason, products, count, amount, limit }: ChainReason): string {
  if (reason === 'VALUE') return t('chain.reason.VALUE', { amount: money(amount ?? '0'), limit: money(limit ?? '0') });
  if (reason === 'QTY') return t('chain.reason.QTY', { amount: grouped(amount ?? '0'), limit: grouped(limit ?? '0') });
  const text = t(`chain.reason.${reason}`);
  if (products.length === 0) return text;
  const names = products.join(comma());
  return t('chain.reasonOf', {
    reason: text,
    products: count > products.length ? t('chain.andMore', { products: names, count }) : names,
  });
}

/** Heading of the reasons. */
export const whyText = ({ levels }: Pick<TransactionChain, 'levels'>): string =>
  t(levels.length > 1 ? 'chain.why.second' : 'chain.why.any');

/** Everything that counts against the limit, including the document itself. Litres. */
export const sumTakenLitres = ({ volumeL, pendingL, comingL }: Pick<QuotaUse, 'volumeL' | 'pendingL' | 'comingL'>): string =>
  sum([volumeL, pendingL, comingL]);

/** The parts of a quota's use. An unset quota is stated as such: it is neither zero nor unlimited. */
export function quotaParts(quota: QuotaUse): string[] {
  const { isSet, maxVolumeL, maxBoxes, volumeL, pendingL, comingL, boxes, unmeasured } = quota;
  const litres = (volume: string) => ({ volume: grouped(volume) });
  return [
    ...(isSet ? [] : [t('chain.quota.notSet')]),
    ...(isSet && maxVolumeL === null ? [t('chain.quota.noVolume')] : []),
    ...(maxVolumeL === null ? [] : [t('chain.quota.volume', { max: grouped(maxVolumeL) })]),
    t('chain.quota.stored', litres(volumeL)),
    ...(compare(pendingL, '0') > 0 ? [t('chain.quota.pending', litres(pendingL))] : []),
    ...(compare(comingL, '0') > 0 ? [t('chain.quota.coming', litres(comingL))] : []),
    ...(maxVolumeL === null ? [] : [leftText(maxVolumeL, sumTakenLitres(quota))]),
    ...(maxBoxes === null ? [] : [t('chain.quota.boxes', { boxes, max: maxBoxes })]),
    ...(unmeasured > 0 ? [t('chain.quota.unmeasured', { count: unmeasured })] : []),
  ];
}

function leftText(max: string, taken: string): string {
  const left = subtract(max, taken);
  return compare(left, '0') < 0
    ? t('chain.quota.over', { volume: grouped(subtract(taken, max)) })
    : t('chain.quota.left', { volume: grouped(left) });
}

/** Where goods are delivered or collected; null if not entered. */
export const addressText = ({
  warehouseCampus,
  warehouseAddress,
}: Pick<Transaction, 'warehouseCampus' | 'warehouseAddress'>): string | null =>
  [warehouseCampus, warehouseAddress].filter((part) => part !== null && part !== '').join(' ') || null;
