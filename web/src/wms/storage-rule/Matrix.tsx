// A matrix of storage groups: a cell shows whether two may share a place, and a click toggles it.
import type { RuleLevel, StorageRules } from '@kuwei/contract/wms/storage-rule';
import { useT } from '../../phrase/phrases.ts';
import { isAllowed, isChanged, type Draft } from './pairs.ts';

interface MatrixProps {
  rules: StorageRules;
  level: RuleLevel;
  draft: Draft;
  /** Omitted: read-only. */
  onToggle?: (a: string, b: string) => void;
}

export function Matrix({ rules, level, draft, onToggle }: MatrixProps) {
  const t = useT();
  return (
    <div className="storage-matrix">
      <table aria-label={t(`safety.level.${level}.text`)}>
        <caption>{t(`safety.level.${level}.text`)}</caption>
        <thead>
          <tr>
            <td />
            {rules.groups.map(({ code, name }) => (
              <th key={code} scope="col" title={`${code} · ${name}`}>
                {code}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.groups.map((row) => (
            <tr key={row.code}>
              <th scope="row" title={`${row.code} · ${row.name}`}>
                <b>{row.code}</b> <span>{row.name}</span>
              </th>
              {rules.groups.map((column) => (
                <td key={column.code}>
                  <Cell {...{ rules, level, draft, onToggle }} a={row.code} b={column.code} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="storage-matrix-legend">
        {(['allowed', 'forbidden', 'changed'] as const).map((kind) => (
          <li key={kind}>
            <span className={`storage-cell ${kind}`} aria-hidden="true">
              {kind === 'allowed' ? '✓' : '–'}
            </span>
            {t(`safety.legend.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Cell({ rules, level, draft, onToggle, a, b }: MatrixProps & { a: string; b: string }) {
  const t = useT();
  const allowed = isAllowed(rules, draft, level, a, b);
  const changed = isChanged(rules, draft, level, a, b);
  const pair = t(allowed ? 'safety.pair.allowed' : 'safety.pair.forbidden', { a, b });
  const label = changed ? t('safety.pair.changed', { pair }) : pair;
  const className = `storage-cell ${allowed ? 'allowed' : 'forbidden'} ${changed ? 'changed' : ''}`;
  const sign = allowed ? '✓' : '–';
  if (!onToggle)
    return (
      <span className={className} role="img" aria-label={label}>
        {sign}
      </span>
    );
  return (
    <button
      type="button"
      className={className}
      aria-pressed={allowed}
      aria-label={label}
      title={label}
      onClick={() => onToggle(a, b)}
    >
      {sign}
    </button>
  );
}
