// Tabs for all, pinned and subscribed reports.
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { Parts } from '../../ui/Parts.tsx';

const VIEWS = ['list', 'start', 'plan'] as const;

export function Views({ view }: { view: (typeof VIEWS)[number] }) {
  const t = useT();
  const { prefix } = usePage();
  const base = `/${prefix}/base/report`;
  return (
    <Parts
      label={t('result.view')}
      options={VIEWS.map((value) => ({ value, label: t(`result.view.${value}`) }))}
      value={view}
      onChange={(to) => history.push(to === 'list' ? base : `${base}/${to}`)}
    />
  );
}
