// Links from messages may concern another organisation of the user: offers to switch to it.
import { orgRoutes } from '@kuwei/contract/wms/org';
import { usePageQuery } from '../../page/query.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { useOrg } from '../../api/org.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import './as-of.css';
import { useOrgChoice } from '../user/switchorg/use-org-choice.ts';

/** Shown when `org=A,B` in the address does not include the current organisation. */
export function OtherGroup() {
  const t = useT();
  const { query, address } = usePage();
  const named = query.get('org')?.split(',') ?? [];
  const chosen = useOrg((state) => state.org?.id);
  const isElsewhere = named.length > 0 && !named.some((id) => id === chosen);
  const { data } = usePageQuery(orgRoutes.listMyOrgs, undefined, { enabled: isElsewhere });
  const { choose, choosing } = useOrgChoice(address);
  const theirs = isElsewhere ? (data ?? []).filter((org) => named.includes(org.id) && !org.selected) : [];
  return theirs.map((org) => (
    <div key={org.id} className="as-of" role="status">
      <span>{t('stock.elsewhere', { name: org.name })}</span>
      <BusyButton className="as-of-back" busy={choosing === org.id} onClick={() => void choose(org)}>
        {t('stock.elsewhere.switch', { name: org.name })}
      </BusyButton>
    </div>
  ));
}
