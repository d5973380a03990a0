// Generates the boxes of a grid, with a preview of how many and which codes.
import { containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { GENERATE_MAX } from '@kuwei/contract/wms/place';
import { Form } from 'antd';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { WholeField } from '../../form/field/DecimalField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { grouped } from '../../ui/format.ts';
import { BoxRuleFields } from '../warehouse-box/BoxRuleFields.tsx';
import { planGrid, type RackGrid } from './rack-grid.ts';
import './generate.css';

interface GenerateDialogProps {
  container: Container;
  grid: RackGrid;
  onClose: () => void;
}

export function GenerateDialog({ container, grid, onClose }: GenerateDialogProps) {
  const t = useT();
  const { id, name, warehouseCode, code, rows, cols } = container;
  return (
    <ActionDialog
      route={containerRoutes.generateBoxes}
      params={{ id }}
      blank={{ rows, cols, type: 'SHARED', mixPolicy: 'MIXED' }}
      title={t('generate.title', { name })}
      text={t('generate.text')}
      yes={t('container.generate')}
      width={640}
      changes={['/wms/container', '/wms/warehouse-box', '/wms/warehouse']}
      onDone={({ created, skipped }) => {
        noticeDone(t('generate.done', { created, skipped }));
        onClose();
      }}
      onClose={onClose}
    >
      <WholeField name="rows" label="wms.container.rows" width="third" />
      <WholeField name="cols" label="wms.container.cols" width="third" />
      <Plan grid={grid} prefix={`${warehouseCode}-${code}`} />
      <BoxRuleFields />
    </ActionDialog>
  );
}

function Plan({ grid, prefix }: { grid: RackGrid; prefix: string }) {
  const t = useT();
  const [rows, cols] = [Form.useWatch('rows') as unknown, Form.useWatch('cols') as unknown];
  const isGrid = [rows, cols].every((size) => typeof size === 'number' && size >= 1 && size <= 200);
  if (!isGrid) return <div className="generate-plan" />;
  const { codes, created, skipped, last } = planGrid(grid, prefix, rows as number, cols as number);
  const tooMany = (rows as number) * (cols as number) > GENERATE_MAX;
  return (
    <div className="generate-plan" role="status">
      <p>
        <strong className={tooMany ? 'too-many' : ''}>{t('generate.create', { count: grouped(String(created)) })}</strong>
        {skipped > 0 && <span>{t('generate.skip', { count: grouped(String(skipped)) })}</span>}
      </p>
      {tooMany ? (
        <p className="too-many">{t('error.TOO_MANY_BOXES', { max: grouped(String(GENERATE_MAX)) })}</p>
      ) : created === 0 ? (
        <p>{t('generate.nothing')}</p>
      ) : (
        <p className="generate-codes kw-code">
          {codes.join(' ')}
          {last !== null && created > codes.length && ` … ${last}`}
        </p>
      )}
    </div>
  );
}
