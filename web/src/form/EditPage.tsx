// A page that edits the record of `?id=`, or a new one without it.
import type { ReactNode } from 'react';
import { useLogOf } from '../page/log-of.ts';
import { usePage } from '../page/page.ts';
import { localizeEach, useLocalizedText, type Title } from '../page/titles.ts';
import { lowerFirst, locale, useLocale, useT } from '../phrase/phrases.ts';
import { exactMoment, moment } from '../ui/format.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { Anchors } from './Anchors.tsx';
import { EditBar } from './EditBar.tsx';
import { EditForm } from './EditForm.tsx';
import { idOf, type FormRoute, type PageSpec, type RecordOf } from './edit-spec.ts';
import { LoadRecord } from './LoadRecord.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { SectionsProvider } from './Section.tsx';
import { useEdit } from './use-edit.ts';
import { useEditKeys } from './use-edit-keys.ts';
import './edit-page.css';

/** Fields, or a function of the record (null for a new one). */
export type FieldsOf<R> = ReactNode | ((record: R | null) => ReactNode);

interface EditPageProps<C extends FormRoute> {
  edit: PageSpec<C>;
  /** Initial values of a new record, on top of the spec's: for example from the address. */
  blank?: Record<string, unknown>;
  /** Shown beside the name: for example its state. */
  marks?: (record: RecordOf<C>) => ReactNode;
  /** Further actions on the record, to the right of the title. */
  actions?: (record: RecordOf<C>) => ReactNode;
  /** Full width, for a form with a table. */
  wide?: boolean;
  children: FieldsOf<RecordOf<C>>;
}

export function EditPage<C extends FormRoute>(props: EditPageProps<C>) {
  const id = usePage().query.get('id');
  if (id === null) return <EditBody {...props} record={null} />;
  return (
    <LoadRecord get={props.edit.get} id={id}>
      {(record) => <EditBody {...props} record={record} />}
    </LoadRecord>
  );
}

function EditBody<C extends FormRoute>({
  edit,
  record,
  blank,
  marks,
  actions,
  wide = false,
  children,
}: EditPageProps<C> & { record: RecordOf<C> | null }) {
  const t = useT();
  const page = usePage();
  const phone = useIsPhone();
  const state = useEdit({
    edit,
    record,
    blank,
    onSaved: (saved, then) => {
      if (then === 'back' || then === 'submit') page.finish(record ? undefined : edit.after?.(saved));
      else if (then === 'stay' && !record)
        page.finish(`${page.path}?id=${encodeURIComponent(idOf(saved))}`, titleOf(edit, saved));
    },
    onRemoved: () => page.finish(),
  });
  useEditKeys(state);
  const name = t(edit.name);
  const now = state.base as RecordOf<C> | null;
  const called = useRecordTitle(edit, now);
  return (
    <SectionsProvider>
      <div className={wide ? 'form-page wide' : 'form-page'}>
        <div className="form-main">
          <PageHead
            name={called}
            title={now ? edit.nameOf(now, locale()) : t('form.newTitle', { name: lowerFirst(name) })}
            count={now && <RecordInfo id={idOf(now)} record={now} marks={marks?.(now)} />}
            actions={now && actions?.(now)}
          />
          <EditForm state={state}>{typeof children === 'function' ? children(now) : children}</EditForm>
          {phone && (
            <div className="form-remove">
              <RemoveButton edit={edit} state={state} />
            </div>
          )}
          <div className="form-bar">
            <EditBar edit={edit} state={state} stays onCancel={() => page.back()} />
          </div>
        </div>
        {!wide && <Anchors />}
      </div>
    </SectionsProvider>
  );
}

/** Title of a record that was just created. */
const titleOf = <C extends FormRoute>(edit: PageSpec<C>, record: RecordOf<C>): Title =>
  edit.namedOnScreen ? { [locale()]: edit.nameOf(record, locale()) } : localizeEach((spoken) => edit.nameOf(record, spoken));

function useRecordTitle<C extends FormRoute>(edit: PageSpec<C>, record: RecordOf<C> | null): Title {
  const shown = useLocalizedText(record ? edit.nameOf(record, locale()) : '');
  if (record === null) return { phrase: 'form.newTitle', kind: edit.name };
  return edit.namedOnScreen ? shown : localizeEach((spoken) => edit.nameOf(record, spoken));
}

/** State, last editor and time, with a link to the audit log. */
function RecordInfo({ id, record, marks }: { id: string; record: unknown; marks: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const { updatedAt, updatedBy } = record as { updatedAt?: string | null; updatedBy?: string | null };
  // A record never changed has no such time.
  const time = typeof updatedAt === 'string' ? moment(updatedAt, locale) : null;
  const log = useLogOf(id);
  const stamp = updatedBy
    ? t('form.stamps', { time: time ?? '', name: updatedBy })
    : t('form.stampsNoName', { time: time ?? '' });
  return (
    <span className="form-beside">
      {marks}
      {time !== null && (
        <span title={exactMoment(updatedAt!)}>
          {log === null ? (
            stamp
          ) : (
            <PageLink className="kw-link" to={log}>
              {stamp}
            </PageLink>
          )}
        </span>
      )}
    </span>
  );
}
