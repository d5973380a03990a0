import { joinList } from '@kuwei/contract/phrase';
import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { Alert } from 'antd';
import type { ReplyOf } from '@kuwei/contract/route';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';

export type Counter = ReplyOf<(typeof countRoutes)['selectCounters']>[number];

/** People who can count in the warehouse of a count. */
export const useCounters = ({ id }: Pick<Count, 'id'>): Counter[] | undefined =>
  usePageQuery(countRoutes.selectCounters, { query: { count: id } }).data;

/** Whether a published count takes this counter. */
export const isAddable = ({ blind }: Pick<Count, 'blind'>, { seen }: Counter): boolean => !(blind && seen);

interface SpareNoteProps {
  count: Count;
  people: readonly Counter[] | undefined;
}

/** Warns that a line which every counter has counted could be recounted by no other. */
export function SpareNote({ count, people }: SpareNoteProps) {
  const t = useT();
  const locale = useLocale();
  const { assignees, blind, state } = count;
  if (people === undefined || (!blind && assignees.length > 1)) return null;
  const others = people.filter(({ id }) => !assignees.includes(id));
  if (others.some((each) => isAddable(count, each))) return null;
  const names = others.map(({ name }) => name);
  return (
    <Alert
      type="warning"
      showIcon
      title={t('count.noSpare')}
      description={
        state === 'DRAFT' && names.length > 0
          ? t('count.noSpareName', { names: joinList(locale, names) })
          : t('count.noSpareElse')
      }
    />
  );
}
