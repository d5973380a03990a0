// Distinct labels for tabs of the same name.
import type { Tab } from '../page/tabs.ts';
import { say, t } from '../phrase/phrases.ts';

type TabInfo = Pick<Tab, 'pageRole' | 'path'>;

/** Pages of one record, by the last segment of their address. */
const PARTS = { edit: 'tab.part.edit', editbox: 'tab.part.editbox', 'transaction-record': 'tab.part.record' } as const;

const roleOf = ({ pageRole }: TabInfo): string | null => (pageRole === null ? null : say(`role.${pageRole}`));
function partOf({ path }: TabInfo): string | null {
  const end = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(PARTS, end) ? t(PARTS[end as keyof typeof PARTS]) : null;
}

/**
 * Distinguishes tabs of the same name by role, else by the page of their record, else by numbers.
 * @param labels of the tabs in order
 */
export function disambiguateLabels(tabs: readonly TabInfo[], labels: readonly string[]): string[] {
  return tabs.map((tab, at) => {
    const label = labels[at]!;
    const same = tabs.filter((_, other) => labels[other] === label);
    if (same.length === 1) return label;
    for (const wordOf of [roleOf, partOf]) {
      const word = wordOf(tab);
      if (word !== null && same.every((other) => other === tab || wordOf(other) !== word)) return `${label} · ${word}`;
    }
    const place = same.indexOf(tab);
    return place === 0 ? label : `${label} (${place + 1})`;
  });
}
