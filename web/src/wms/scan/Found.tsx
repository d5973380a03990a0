import type { Scanned } from '@kuwei/contract/wms/scan';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { useOrgChoice } from '../user/switchorg/use-org-choice.ts';
import { BoxFound } from './BoxFound.tsx';
import { GoodsFound } from './GoodsFound.tsx';
import { NothingFound } from './NothingFound.tsx';

/** @param text the scanned text */
export function Found({ scanned, text }: { scanned: Scanned; text: string }) {
  const { box, goods, org, chosen, command } = scanned;
  if (command !== null) return <CommandFound />;
  if (org !== null && !chosen) return <OtherOrgFound org={org} />;
  if (box !== null) return <BoxFound scanned={scanned} box={box} />;
  if (goods !== null) return <GoodsFound scanned={scanned} goods={goods} />;
  return <NothingFound why={scanned.why ?? 'UNKNOWN'} text={text} />;
}

/** A command card only works while carrying out a document. */
function CommandFound() {
  const t = useT();
  return (
    <section className="scan-card" role="status">
      <h2>{t('scan.command')}</h2>
      <p>{t('scan.command.text')}</p>
    </section>
  );
}

/** It belongs to another group of the user, to which they would have to switch. */
function OtherOrgFound({ org }: { org: { id: string; name: string } }) {
  const t = useT();
  const { address } = usePage();
  const { choose, choosing } = useOrgChoice(address);
  return (
    <section className="scan-card" role="status">
      <h2>{t('scan.elsewhere', { name: org.name })}</h2>
      <BusyButton type="primary" size="large" busy={choosing !== null} onClick={() => void choose(org)}>
        {t('tx.elsewhere.switch', { name: org.name })}
      </BusyButton>
    </section>
  );
}
