// The content of a label, for paper and label printers: a code, weighted lines of text and hazard marks.
import { labelAddress, type ScanCommand } from '@kuwei/contract/wms/label';
import { boxCode } from '@kuwei/contract/wms/place';
import type { Label } from '@kuwei/contract/wms/scan';
import { isBatchBlock } from '@kuwei/contract/wms/transaction-risk';
import { documentStatusKey } from '@kuwei/contract/wms/transaction-state';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { say, t } from '../../phrase/phrases.ts';
import { institution, labelOrigin } from '../../session/version.ts';
import { today } from '../../ui/format.ts';

export interface LabelText {
  text: string;
  /** Relative to an ordinary line. */
  size: number;
  bold?: true;
  /** Never truncated: wraps to more lines where it would become too small. */
  whole?: true;
  /** Monospaced, for codes. */
  code?: true;
  /** Maximum lines; one if omitted. */
  lines?: number;
}

export interface LabelContent {
  key: string;
  /** Content of the QR code. */
  address: string;
  /** The readable name. */
  name: string;
  /** Most important first: the last ones are dropped when space runs out. */
  texts: readonly LabelText[];
  pictograms: readonly string[];
  /** Storage group and control class, in words. */
  marks: readonly string[];
}

const small = (text: string): LabelText => ({ text, size: 0.85 });
const house = (): LabelText[] => (institution() === '' ? [] : [small(institution())]);
const present = (texts: readonly (LabelText | null)[]): LabelText[] => texts.filter((text) => text !== null);

/** Keeps a number with its unit: `50 mL`. */
const unbroken = (text: string): string => text.replace(/(\d) (?=[a-zµμ%℃°])/gi, '$1\u00a0');

/** Splits a code into prefix and row-column suffix, or a long one before its last part. */
const PLACE = /^(.+-)(R\d+-B\d+)$|^(?=.{13})(.+[-./_])([^-./_]{1,6})$/;

/** Row and column are large: they are what people look for in front of a rack. */
export function boxContent(box: Box): LabelContent {
  const [above = '', cell = box.code] =
    PLACE.exec(box.code)
      ?.slice(1)
      .filter((part) => part !== undefined) ?? [];
  return {
    key: box.id,
    address: labelAddress(labelOrigin(), boxCode(box.qrToken)),
    name: box.code,
    texts: present([
      above === '' ? null : { text: above, size: 1.4, bold: true, code: true, whole: true },
      { text: cell, size: 2.5, bold: true, code: true, whole: true },
      box.type === 'EXCLUSIVE' && box.ownerOrgName !== null ? { text: box.ownerOrgName, size: 1, bold: true, lines: 2 } : null,
      { text: box.containerName, size: 1, lines: 2 },
      { text: box.warehouseName, size: 1 },
      ...house(),
    ]),
    pictograms: [],
    marks: [],
  };
}

/** A card for the desk, legible from the other side. */
function cardOf(command: ScanCommand, { key, address }: Pick<LabelContent, 'key' | 'address'>): LabelContent {
  const isDigit = command !== 'CONFIRM' && command !== 'UNDO';
  const name = isDigit ? command : t(`label.command.${command}`);
  const text = isDigit ? t('label.command.digit.text') : t(`label.command.${command}.text`);
  return {
    key,
    address,
    name,
    texts: [{ text: name, size: 2.5, bold: true, whole: true }, { text, size: 1, lines: 2 }, ...house()],
    pictograms: [],
    marks: [],
  };
}

export function contentOf({ id, code, goods, document, command }: Label): LabelContent {
  const address = labelAddress(labelOrigin(), code);
  if (command !== null) return cardOf(command, { key: id, address });
  if (document) {
    const { no, type, reversal, reversed, ownerOrgName, warehouseName, applicantName, planDate, lines, controlFlags } = document;
    return {
      key: id,
      address,
      name: no,
      texts: present([
        { text: no, size: 1.5, bold: true, code: true, whole: true },
        { text: say(`label.document.${requestOf(type)}`), size: 1.2, bold: true },
        // Only final states: others change while the label is on the goods.
        reversal || reversed ? { text: t(documentStatusKey(document)), size: 1.2, bold: true } : null,
        { text: ownerOrgName, size: 1.1, lines: 2 },
        { text: warehouseName, size: 1 },
        { text: [applicantName, planDate].filter((part) => part !== null).join(' · '), size: 1 },
        small(t('label.lines', { count: lines })),
        ...house(),
      ]),
      pictograms: [],
      marks: controlFlags.map((flag) => say(`wms.control.${flag}`)),
    };
  }
  const {
    productName,
    productCode,
    spec,
    cas,
    batchNo,
    batchStatus,
    expiresOn,
    ownerOrgName,
    storageGroup,
    controlFlags,
    pictograms,
  } = goods!;
  return {
    key: id,
    address,
    name: [productName, batchNo].filter((part) => part !== null).join(' '),
    texts: present([
      { text: unbroken(productName), size: 1.35, bold: true, lines: 2 },
      isBatchBlock(batchStatus) ? { text: t(`wms.why.${batchStatus}`), size: 1.2, bold: true, whole: true } : null,
      expiresOn !== null && expiresOn < today() ? { text: t('label.expired'), size: 1.2, bold: true, whole: true } : null,
      batchNo === null ? null : { text: t('label.batch', { batchNo }), size: 1, whole: true },
      expiresOn === null ? null : { text: t('label.expires', { date: expiresOn }), size: 1, bold: true, whole: true },
      ownerOrgName === null ? null : { text: ownerOrgName, size: 1 },
      { text: productCode, size: 0.9, whole: true },
      spec === null ? null : { text: unbroken(spec), size: 0.9 },
      cas === null ? null : { text: `CAS ${cas}`, size: 0.9, whole: true },
      ...house(),
    ]),
    pictograms,
    marks: [...(storageGroup === null ? [] : [storageGroup]), ...controlFlags.map((flag) => say(`wms.control.${flag}`))],
  };
}
