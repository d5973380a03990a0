import { useT } from '../phrase/phrases.ts';
import { grouped } from '../ui/format.ts';

interface ListTotalProps {
  total: number;
  /** False for a capped count: the server stopped at one less than `total`. */
  exact: boolean;
}

/** Number of rows; for a capped count it says so, and how to get the exact number. */
export function ListTotal({ total, exact }: ListTotalProps) {
  const t = useT();
  if (exact) return t('list.total', { count: grouped(String(total)) });
  const count = grouped(String(total - 1));
  return <span title={t('list.overWhy', { count })}>{t('list.over', { count })}</span>;
}
