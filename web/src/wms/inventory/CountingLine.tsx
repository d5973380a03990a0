import type { PackLine } from '@kuwei/contract/wms/inventory';
import { Button, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { StoredValue } from '../../session/device-counts.ts';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { Quantity, UnitName, useUnitName } from '../../ui/Quantity.tsx';
import { Conflict } from './Conflict.tsx';
import { numberIn, type Counting } from './counting/counting.ts';
import './count-lines.css';
import './counting.css';

interface CountingLineProps {
  line: PackLine;
  /** The value entered on this device that is not sent yet, or was not accepted. */
  value: StoredValue | null;
  counting: Counting;
  /** Handles scans that end up in this field because it has the focus. */
  onScan: (text: string) => string | null;
  onDone: () => void;
}

/** One line: the goods and the counted quantity. */
export function CountingLine({ line, value, counting, onScan, onDone }: CountingLineProps) {
  const [correcting, setCorrecting] = useState(false);
  const text = counting.use((state) => state.texts.get(line.id));
  const fault = counting.use((state) => state.faults.get(line.id));
  const { id, mine } = line;
  const waits = value !== null && value.outcome === null;
  // Keep what is being typed even if someone else counts the line meanwhile.
  const isTyped = (text?.qty ?? '').trim() !== '';
  const isEntered = (mine && !waits) || correcting || isTyped;
  return (
    <li className={mine && !waits ? 'counting-line open' : 'counting-line'} data-line={id}>
      <Goods line={line} />
      {isEntered ? (
        <Entry
          line={line}
          counting={counting}
          onScan={onScan}
          onDone={() => {
            setCorrecting(false);
            onDone();
          }}
        />
      ) : (
        <div className="counting-entered">
          <Entered line={line} value={value} onCorrect={() => setCorrecting(true)} />
        </div>
      )}
      {fault !== undefined && (
        <p className="counting-fault" role="alert">
          {fault}
        </p>
      )}
      {value?.outcome && <Conflict line={line} value={value} outcome={value.outcome} counting={counting} />}
    </li>
  );
}

function Goods({ line }: { line: PackLine }) {
  const t = useT();
  const { productName, productCode, batchNo, expiresOn, ownerOrgName, controlFlags, mine, state, pass } = line;
  return (
    <div className="counting-what">
      <p className="counting-name">
        {productName} <ControlMarks flags={controlFlags} />
      </p>
      <p className="count-second">
        <span className="kw-code">{productCode}</span> {batchNo !== '-' && <>· {batchNo} </>}
        {expiresOn !== null && <>· {expiresOn} </>}· {ownerOrgName}
      </p>
      {(pass ?? 1) > 1 && mine && <span className="count-mark">{t('count.again2')}</span>}
      {line.found && <span className="count-mark">{t('count.found')}</span>}
      {line.twoCounters && <span className="count-mark">{t('count.two')}</span>}
      {state === 'HALF' && mine && <p className="count-second">{t('count.second')}</p>}
    </div>
  );
}

/** The counted value, its counter, and whether the server has it. */
function Entered({ line, value, onCorrect }: Pick<CountingLineProps, 'line' | 'value'> & { onCorrect: () => void }): ReactNode {
  const t = useT();
  const { state, qtyCount, counterName, baseUnit } = line;
  const correct = (
    <button type="button" className="kw-plain kw-link" onClick={onCorrect}>
      {t('count.correct')}
    </button>
  );
  if (value?.outcome === null)
    return (
      <>
        <strong>
          <Quantity qty={value.qty} unit={value.unit} />
        </strong>
        <span className="count-waits">{t('count.waitsToSend')}</span>
        {correct}
      </>
    );
  if (qtyCount === null)
    return (
      <span className="count-second">
        {state === 'COUNTED' ? t('count.byOther', { name: counterName ?? '' }) : t('count.notMine')}
      </span>
    );
  return (
    <>
      <strong>
        <Quantity qty={qtyCount} unit={baseUnit} />
      </strong>
      <span className="count-second">{t(state === 'HALF' ? 'count.waitsSecond' : 'count.counted')}</span>
      {correct}
    </>
  );
}

function Entry({ line, counting, onScan, onDone }: Omit<CountingLineProps, 'value'>) {
  const t = useT();
  const unitName = useUnitName();
  const { id, units, baseUnit, productName: product } = line;
  const text = counting.use((state) => state.texts.get(id));
  const { qty = '', unit = baseUnit } = text ?? {};
  const enter = async (value?: { qty: string; unit: string }): Promise<void> => {
    if (await counting.enter(line, value)) onDone();
  };
  const submit = (): void => {
    // A text that is no number is a scanned label: follow it.
    if (qty.trim() !== '' && numberIn(qty) === null && onScan(qty) === null) counting.untype(id);
    else void enter();
  };
  return (
    <div className="counting-entry">
      <Input
        size="large"
        inputMode="decimal"
        aria-label={t('count.qtyOf', { product })}
        value={qty}
        autoComplete="off"
        enterKeyHint="next"
        onChange={({ target }) => counting.type(line, { qty: target.value })}
        onPressEnter={submit}
      />
      {units.length > 1 ? (
        <Select
          size="large"
          className="counting-unit"
          aria-label={t('count.unitOf', { product })}
          value={unit}
          options={units.map((value) => ({ value, label: unitName(value) }))}
          onChange={(value) => counting.type(line, { unit: value })}
        />
      ) : (
        <span className="counting-unit">
          <UnitName code={baseUnit} />
        </span>
      )}
      {qty.trim() === '' ? (
        <Button size="large" onClick={() => void enter({ qty: '0', unit: baseUnit })}>
          {t('count.nothing')}
        </Button>
      ) : (
        <Button size="large" type="primary" onClick={() => void enter()}>
          {t('count.enter')}
        </Button>
      )}
    </div>
  );
}
