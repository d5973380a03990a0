import { dicRoutes, type DicRecord } from '@kuwei/contract/auth/dic';
import { nameIn } from '@kuwei/contract/name';
import { joinList } from '@kuwei/contract/phrase';
import { propCode } from '@kuwei/contract/rule';
import { knownProps } from '@kuwei/contract/sys/dic-props';
import { Form } from 'antd';
import { useMemo, useState } from 'react';
import { useFormContext } from '../../form/context.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { GridField } from '../../form/grid/GridField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePageQuery } from '../../page/query.ts';
import { locale, say, t, useLocaleState, useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { isCustomized, nameOf, restoreShipped, type Entry } from './entry.ts';
import { entryGrid } from './entry-grid.tsx';
import './dic.css';

const dicEdit = editOf(dicRoutes.createDic, {
  name: 'dic.one',
  get: dicRoutes.getDic,
  update: dicRoutes.updateDic,
  remove: dicRoutes.deleteDic,
  changes: ['/auth/dic'],
  nameOf: (dic, spoken) => nameIn(spoken, dic),
  blank: { public: true, fields: [] },
  conditional: ['public'],
  cannotRemove: ({ builtIn }) => (builtIn ? t('dic.cannotDelete') : undefined),
  dependents: ({ fields }) => t('dic.removes', { count: fields.length }),
});

export default function DicEditPage() {
  const tr = useT();
  return (
    <EditPage edit={dicEdit} wide marks={({ kind, builtIn }) => `${tr(`dic.kind.${kind}`)} · ${tr(`dic.builtIn.${builtIn}`)}`}>
      {(record) => <DicFields record={record} />}
    </EditPage>
  );
}

function DicFields({ record }: { record: DicRecord | null }) {
  const tr = useT();
  const kind = record?.kind ?? 'OPTIONS';
  return (
    <>
      <Section title="dic.basic">
        <TextField name="code" label="dic.code" code width="third" disabled={record?.builtIn ?? false} />
        <TextField name="name" label="dic.name" width="third" />
        <TextField name="nameEn" label="dic.nameEn" width="third" />
        {!record?.builtIn && <SwitchField name="public" label="dic.public" hint={tr('dic.publicHint')} />}
      </Section>
      <Section title="dic.fields" text={`dic.kindText.${kind}`}>
        <Entries record={record} />
      </Section>
    </>
  );
}

function Entries({ record }: { record: DicRecord | null }) {
  const texts = useLocaleState((state) => `${state.locale} ${state.tables}`);
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const [added, setAdded] = useState<readonly string[]>([]);
  const asked = usePageQuery(dicRoutes.getDicUsage, { params: { id: record?.id ?? '' } }, { enabled: record !== null });
  const usage = record === null ? [] : (asked.data ?? null);
  const entries = (Form.useWatch('fields', { form, preserve: true }) ?? []) as readonly Entry[];
  const used = [...new Set([...(record?.shipped ?? []), ...entries].flatMap(({ props }) => props.map(({ code }) => code)))];
  const known = knownProps(record?.code ?? '').map(({ code }) => code);
  const props = [...new Set([...known, ...used, ...added])];
  const spec = useMemo(() => entryGrid({ record, usage, props }), [record, usage, props.join(' '), texts]);

  const shipped = new Map(record?.shipped.map((entry) => [entry.code, entry]));
  const changed = entries.filter((entry) => shipped.has(entry.code) && isCustomized(entry, shipped.get(entry.code)!));
  const restore = (): void => {
    change({
      fields: entries.map((entry) => (changed.includes(entry) ? restoreShipped(entry, shipped.get(entry.code)!) : entry)),
    });
    noticeDone(t('dic.restored', { count: changed.length }));
  };
  return (
    <div className="dic-entries form-field full">
      <GridField<Entry>
        name="fields"
        label="dic.fields"
        spec={spec}
        twice={(row) => t('dic.twice', { row })}
        view={(rows) =>
          joinList(
            locale(),
            rows.map((row) => nameOf(row, locale()) || row.label),
          )
        }
      />
      <div className="dic-more">
        {record?.kind !== 'WORDS' && <AddProp taken={props} onAdd={(code) => setAdded([...added, code])} />}
        {changed.length > 0 && (
          <button type="button" className="kw-button" onClick={restore}>
            {t('dic.restoreAll')}
          </button>
        )}
        {asked.isError && <span role="alert">{t('dic.useFailed')}</span>}
      </div>
    </div>
  );
}

/** Adds a property as a column, which persists once an entry has it. */
function AddProp({ taken, onAdd }: { taken: readonly string[]; onAdd: (code: string) => void }) {
  const tr = useT();
  const [text, setText] = useState('');
  const code = text.trim();
  const refusal = propCode(code);
  const add = (): void => {
    if (code === '' || refusal || taken.includes(code)) return;
    onAdd(code);
    setText('');
  };
  return (
    <span className="dic-prop">
      <input
        className="kw-field"
        value={text}
        maxLength={64}
        placeholder={tr('dic.propCode')}
        aria-label={tr('dic.propCode')}
        aria-invalid={refusal ? true : undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && add()}
      />
      <button
        type="button"
        className="kw-button"
        disabled={code === '' || refusal !== undefined || taken.includes(code)}
        onClick={add}
      >
        {tr('dic.addProp')}
      </button>
      {refusal && <span role="alert">{say(refusal.key)}</span>}
    </span>
  );
}
