// Number of data rules that grant an entry, with a link.
import type { MenuEntry } from '@kuwei/contract/sys/menu';
import { useLocale, useT } from '../../../../phrase/phrases.ts';
import { PageLink } from '../../../../ui/PageLink.tsx';
import { nameOf } from './entry.ts';

export function RulesLink({ entry }: { entry: MenuEntry }) {
  const t = useT();
  const locale = useLocale();
  if (entry.rules === 0) return null;
  return (
    <PageLink
      className="kw-link menus-mark rules"
      to={`/def/power/rule/MENU?subjectId=${encodeURIComponent(entry.id)}&when=NOW`}
      title={t('menus.rulesOf', { name: nameOf(entry, locale) })}
    >
      {t('menus.rules', { n: entry.rules })}
    </PageLink>
  );
}
