import { useT } from '../phrase/phrases.ts';
import { grouped } from '../ui/format.ts';

interface ListTotalProps {
  total: number;
  /** False where the server counted to one less than `total` and no further. */
  exact: boolean;
}

/** How many rows there are; of more than are counted, that they are not, and how the number is had. */
export function ListTotal({ total, exact }: ListTotalProps) {
  const t = useT();
  if (exact) return t('list.total', { count: grouped(String(total)) });
  const count = grouped(String(total - 1));
  return <span title={t('list.overWhy', { count })}>{t('list.over', { count })}</span>;
}
