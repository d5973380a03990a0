// The count that locks a box.
import type { BoxCount, CountReference } from '@kuwei/contract/wms/box-count';
import { useT } from '../../phrase/phrases.ts';
import { localMinute } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { When } from '../../ui/When.tsx';
import { getCountFromError } from './count-from-error.ts';
import { useMayOpenCount } from './count-link.ts';
import './count-hold.css';

const addressOf = (id: string): string => `/admin/wms/inventory/edit?id=${id}`;

/** The number of a count, as a link if the user may open it. */
export function CountLink({ id, no }: CountReference) {
  const mayOpen = useMayOpenCount(id);
  if (!mayOpen) return <span className="kw-code">{no}</span>;
  return (
    <PageLink className="kw-link kw-code" to={addressOf(id)}>
      {no}
    </PageLink>
  );
}

/** Link from an error that already names the count; nothing if the user may not open it. */
export function CountPageLink({ count: { id } }: { count: CountReference }) {
  const t = useT();
  if (!useMayOpenCount(id)) return null;
  return (
    <PageLink className="kw-link count-way" to={addressOf(id)}>
      {t('wms.hold.see')}
    </PageLink>
  );
}

/** The same for any error. */
export function RefusedCount({ error }: { error: unknown }) {
  const count = getCountFromError(error);
  return count && <CountPageLink count={count} />;
}

/** Which count, and when it should end. */
export function CountHold({ count: { id, no, until } }: { count: BoxCount }) {
  const t = useT();
  return (
    <span className="count-hold">
      <span>{t('wms.hold')}</span>
      <CountLink id={id} no={no} />
      {until === null ? (
        <span>{t('wms.hold.open')}</span>
      ) : (
        <span>
          {t('wms.count.deadline')} <When at={until} />
          {isPast(until) && <span className="count-hold-late"> {t('wms.hold.late')}</span>}
        </span>
      )}
    </span>
  );
}

const isPast = (at: string): boolean => Date.parse(at) < Date.now();

/** The same as plain text. */
export function useHoldText(): (count: BoxCount) => string {
  const t = useT();
  return ({ no, until }) =>
    until === null ? t('wms.count.holdsOpen', { no }) : t('wms.count.holds', { no, until: localMinute(until) });
}
