import type { PlainKey } from '@kuwei/contract/phrase';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { history } from '../../../browser/history.ts';
import { usePage } from '../../../page/page.ts';
import { newAddress } from '../../../page/pages.ts';
import { useT } from '../../../phrase/phrases.ts';
import { noticeRefused } from '../../../ui/feedback.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { WANTED_MAX } from '../../wanted-goods.ts';
import type { ChooserOf } from '../../lines/select/ChooseTable.tsx';

interface ChoosePageProps<Row> {
  title: PlainKey;
  /** The document that the selection starts. */
  action: string;
  to: (prefix: string, rows: readonly Row[]) => string;
  children: (choosing: ChooserOf<Row>) => ReactNode;
}

/** A chooser window as a page. */
export function ChoosePage<Row>({ title, action, to, children }: ChoosePageProps<Row>) {
  const t = useT();
  const { prefix } = usePage();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const confirm = (rows: ReadonlyMap<string, Row>): void => {
    if (rows.size === 0) return noticeRefused(t('common.noneSelected'));
    if (rows.size > WANTED_MAX) return noticeRefused(t('tx.choose.max', { max: WANTED_MAX }));
    history.push(newAddress(to(prefix, [...rows.values()])));
  };
  return (
    <div className="choose-page">
      <PageHead
        name={{ phrase: title }}
        title={t(title)}
        actions={
          <Button type="primary" onClick={() => confirm(chosen)}>
            {chosen.size > 0 ? `${action} (${chosen.size})` : action}
          </Button>
        }
      />
      {children({ chosen, onChange: setChosen, onDone: confirm })}
    </div>
  );
}
