import { workRoutes } from '@kuwei/contract/bpm/work';
import { history } from '../../browser/history.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { countText } from '../../ui/format.ts';
import { Parts } from '../../ui/Parts.tsx';
import { COUNT_CAP } from '@kuwei/contract/page';

const LISTS = ['todo', 'done', 'mine', 'copied', 'stuck'] as const;
export type WorkList = (typeof LISTS)[number];

/** The list given in the address; defaults to the tasks. */
export const listIn = (query: URLSearchParams): WorkList => LISTS.find((each) => each === query.get('list')) ?? 'todo';

/** Tabs of the lists with their open counts. */
export function WorkParts() {
  const t = useT();
  const { query } = usePage();
  const { data } = usePageQuery(workRoutes.countWork, undefined, { keepPrevious: true, staleTime: 0 });
  const mayCall = useMayCall();
  const shown = LISTS.filter((each) => each !== 'stuck' || mayCall(workRoutes.listStuck));
  const counts: Partial<Record<WorkList, number>> = data ?? {};
  const show = (list: WorkList): void => {
    // The filters of one list mean nothing to another. Going back returns to the previous list.
    if (list !== listIn(query)) history.push({ search: list === 'todo' ? '' : `?list=${list}` });
  };
  return (
    <div className="work-lists">
      <Parts<WorkList>
        label={t('bpm.lists')}
        options={shown.map((value) => {
          const count = counts[value] ?? 0;
          return {
            value,
            label: (
              <>
                {t(`bpm.list.${value}`)}
                {count > 0 && <span className="work-count">{countText({ total: count, exact: count <= COUNT_CAP })}</span>}
              </>
            ),
          };
        })}
        value={listIn(query)}
        onChange={show}
      />
    </div>
  );
}
