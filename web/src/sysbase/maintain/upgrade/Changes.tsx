import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import type { ReplyOf } from '@kuwei/contract/route';
import { useT } from '../../../phrase/phrases.ts';

/** Release notes by version, with the newest expanded. */
export function Changes({ changes }: { changes: ReplyOf<(typeof maintainRoutes)['getUpgrade']>['changes'] }) {
  const t = useT();
  if (changes.length === 0) return null;
  const note = t('upgrade.changes.text');
  return (
    <section className="maintain-box maintain-changes">
      <header>
        <h2>{t('upgrade.changes')}</h2>
        {note !== '' && <span>{note}</span>}
      </header>
      {changes.map(({ title, groups }, at) => (
        <details key={title} open={at === 0}>
          <summary lang="en">{title}</summary>
          {groups.map((group) => (
            <div key={group.title} lang="en">
              <h3>{group.title}</h3>
              {/* Scrollable, so it must be focusable. */}
              <ul tabIndex={0} aria-label={group.title}>
                {group.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      ))}
    </section>
  );
}
