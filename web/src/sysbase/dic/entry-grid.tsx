// Grid of dictionary entries: a row each, with columns for code, names by language, and properties.
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined';
import { DIC_ENTRIES_MAX, type DicRecord, type DicUsage, type ShippedEntry } from '@kuwei/contract/auth/dic';
import { LOCALES } from '@kuwei/contract/constants';
import { knownProps, propRefusal } from '@kuwei/contract/sys/dic-props';
import { flagText, type GridColumn, type GridSpec, type GridView } from '../../form/grid/grid-types.ts';
import { say, t } from '../../phrase/phrases.ts';
import { isCustomized, isNameMissing, nameOf, propOf, restoreShipped, withName, withProp, type Entry } from './entry.ts';
import { UseCell } from './UseCell.tsx';

interface GridSource {
  /** Null for a new one. */
  record: DicRecord | null;
  /** Null while loading, or if usage is not tracked. */
  usage: readonly DicUsage[] | null;
  /** Properties of entries, including ones just added. */
  props: readonly string[];
}

const BLANK: Entry = { code: '', label: '', labels: [], props: [], valid: true };
const PROP_WIDTH = [104, 0.6] as const;

export function entryGrid({ record, usage, props }: GridSource): GridSpec<Entry> {
  const shipped = new Map(record?.shipped.map((entry) => [entry.code, entry]));
  const existing = new Set(record?.fields.map(({ code }) => code));
  const isWords = record?.kind === 'WORDS';
  const countOf = (code: string): number =>
    (usage ?? []).reduce((sum, { codes }) => sum + (codes.find((each) => each.code === code)?.count ?? 0), 0);
  /** Why an entry's code cannot be changed. */
  const kept = ({ code }: Entry): string | null => {
    if (shipped.has(code)) return t('dic.fixed.builtIn');
    if (!existing.has(code)) return null;
    if (usage === null) return t('dic.fixed.unknown');
    const count = countOf(code);
    return count === 0 ? null : t('dic.fixed.used', { count });
  };
  const shippedValue = (read: (entry: ShippedEntry) => string) => (entry: Entry) => {
    const before = shipped.get(entry.code);
    return before && read(before);
  };

  const code: GridColumn<Entry> = {
    key: 'code',
    title: t('dic.entry.code'),
    width: [160, 1],
    kind: 'code',
    names: ['编码', 'code', '键值', 'key'],
    read: (entry) => entry.code,
    write: (entry, text) => ({ ...entry, code: text }),
    path: () => ['code'],
    fixed: kept,
  };
  const names = LOCALES.map((language): GridColumn<Entry> => ({
    key: language,
    title: t(`dic.entry.${language}`),
    width: [150, 1.5],
    kind: 'text',
    names: language === 'zh' ? ['中文', 'chinese', '名称', '标签', 'label', 'zh-cn'] : ['英文', 'english', '英文名称', 'en-us'],
    read: (entry) => nameOf(entry, language),
    write: (entry, text) => withName(entry, language, text),
    path: (entry) => {
      if (language === 'zh') return ['label'];
      const at = entry.labels.findIndex((each) => each.language === language);
      return at === -1 ? null : ['labels', at, 'label'];
    },
    was: shippedValue((entry) => nameOf(entry, language)),
  }));
  const dic = record?.code ?? '';
  const properties = props.map((prop): GridColumn<Entry> => {
    const known = knownProps(dic).find((each) => each.code === prop);
    return {
      key: `prop ${prop}`,
      title: known ? t(known.label) : prop,
      width: PROP_WIDTH,
      kind: 'text',
      names: [prop],
      read: (entry) => propOf(entry, prop),
      write: (entry, text) => withProp(entry, prop, text),
      path: (entry) => {
        const at = entry.props.findIndex((each) => each.code === prop);
        return at === -1 ? null : ['props', at, 'value'];
      },
      fault: (entry) => {
        const refusal = propRefusal(dic, prop, propOf(entry, prop));
        return refusal && say(refusal.key, refusal.params);
      },
      was: shippedValue((entry) => propOf(entry, prop)),
    };
  });
  const valid: GridColumn<Entry> = {
    key: 'valid',
    title: t('dic.entry.valid'),
    width: [56, 0],
    kind: 'flag',
    names: ['启用', 'valid', '状态', 'in use'],
    read: (entry) => flagText(entry.valid),
    write: (entry, text) => ({ ...entry, valid: text === 'true' }),
    path: () => ['valid'],
  };

  const isChanged = (entry: Entry): boolean => {
    const before = shipped.get(entry.code);
    return before ? isCustomized(entry, before) : record?.builtIn === true;
  };
  const views: GridView<Entry>[] = [
    { key: 'missing', label: t('dic.view.missing'), has: isNameMissing },
    ...(record?.builtIn ? [{ key: 'changed', label: t('dic.view.changed'), has: isChanged }] : []),
    ...(isWords ? [] : [{ key: 'off', label: t('dic.view.off'), has: (entry: Entry) => !entry.valid }]),
    ...(usage && usage.length > 0
      ? [{ key: 'unused', label: t('dic.view.unused'), has: (entry: Entry) => countOf(entry.code) === 0 }]
      : []),
  ];
  return {
    columns: [code, ...names, ...properties, ...(isWords ? [] : [valid])],
    blank: BLANK,
    max: DIC_ENTRIES_MAX,
    grows: !isWords,
    kept,
    views,
    aside: {
      title: t('dic.entry.use'),
      of: (entry) => (
        <UseCell
          usage={usage}
          code={entry.code}
          total={countOf(entry.code)}
          own={record?.builtIn === true && entry.code !== '' && !shipped.has(entry.code)}
        />
      ),
    },
    actions: (entry, change) => {
      const before = shipped.get(entry.code);
      if (!before || !isCustomized(entry, before)) return null;
      const label = t('dic.restoreOf', { code: entry.code });
      return (
        <button
          type="button"
          className="kw-plain grid-button"
          title={label}
          aria-label={label}
          onClick={() => change(restoreShipped(entry, before))}
        >
          <UndoOutlined aria-hidden="true" />
        </button>
      );
    },
  };
}
