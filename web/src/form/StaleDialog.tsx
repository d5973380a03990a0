// Edit conflict: another user saved the record meanwhile. Shows their changes beside the user's own.
import type { Schema } from '@kuwei/contract/route';
import { Button, Modal } from 'antd';
import { useLocale, useT } from '../phrase/phrases.ts';
import { moment } from '../ui/format.ts';
import type { FieldDisplay } from './context.ts';
import { changedFields } from './schema.ts';
import './stale-dialog.css';

type Values = Readonly<Record<string, unknown>>;

interface StaleDialogProps {
  schema: Schema;
  looks: ReadonlyMap<string, FieldDisplay>;
  before: Values;
  theirs: Values;
  mine: Values;
  onSettle: (keepMine: boolean | null) => void;
}

export function StaleDialog({ schema, looks, before, theirs, mine, onSettle }: StaleDialogProps) {
  const t = useT();
  const locale = useLocale();
  const own = changedFields(schema, before, mine);
  const rows = changedFields(schema, before, theirs).flatMap((name) => {
    const look = looks.get(name);
    return look ? [{ name, look }] : [];
  });
  const by = theirs['updatedBy'];
  const at = typeof theirs['updatedAt'] === 'string' ? moment(theirs['updatedAt'], locale) : '';
  const text = typeof by === 'string' ? t('form.staleText', { name: by, time: at }) : t('form.staleTextNobody', { time: at });
  return (
    <Modal
      open
      width={760}
      title={t('form.staleTitle')}
      onCancel={() => onSettle(null)}
      footer={
        <>
          <Button onClick={() => onSettle(false)} title={t('form.staleReloadHint')}>
            {t('form.staleReload')}
          </Button>
          <Button type="primary" autoFocus onClick={() => onSettle(true)}>
            {t('form.staleKeep')}
          </Button>
        </>
      }
    >
      <p>{rows.length > 0 ? text : t('form.staleNoChange')}</p>
      {rows.length > 0 && (
        <div className="form-stale">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('form.staleField')}</th>
                <th scope="col">{t('form.staleBefore')}</th>
                <th scope="col">{t('form.staleTheirs')}</th>
                <th scope="col">{t('form.staleMine')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, look }) => (
                <tr key={name}>
                  <th scope="row">{t(look.label)}</th>
                  <td>{look.view(before[name])}</td>
                  <td className="changed">{look.view(theirs[name])}</td>
                  <td className={own.includes(name) ? 'changed' : ''}>{own.includes(name) ? look.view(mine[name]) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
}
