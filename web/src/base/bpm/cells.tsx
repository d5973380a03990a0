// Cells of the approval lists, and the dialog that reviews a row.
import type { WorkItem } from '@kuwei/contract/bpm/work';
import { joinList } from '@kuwei/contract/phrase';
import { langOf, locale, useT } from '../../phrase/phrases.ts';
import { exactMoment } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag, type StateLook, type StateLooks } from '../../ui/StateTag.tsx';
import { ageText } from './age.ts';
import { Marks } from './kinds.tsx';
import './todo.css';
import '../../wms/document/said.css';
import './look.css';

const OVERDUE: StateLook = { label: 'bpm.overdue', tone: 'danger', shape: 'triangle' };
const UNREAD: StateLook = { label: 'bpm.unread', tone: 'info', shape: 'dot' };

/** The document, and its warnings. */
export function WorkDocument({ item }: { item: WorkItem }) {
  const t = useT();
  if (item.no === '') return <span className="work-second">{t('bpm.gone')}</span>;
  if (item.title === '') return <span className="work-second">{t('bpm.noAccess')}</span>;
  return (
    <span className="work-what" title={item.title}>
      <span className="work-goods">{item.title}</span>
      <Marks bizType={item.bizType} marks={item.marks} />
    </span>
  );
}

/** Quantity of a single line, or the number of lines. */
export function Amount({ item: { lines, qty, unit } }: { item: WorkItem }) {
  const t = useT();
  if (qty !== null && unit !== null) return <Quantity qty={qty} unit={unit} />;
  return lines === 0 ? <None /> : t('bpm.lines', { count: lines });
}

/** Owner and applicant. */
export const WorkOwner = ({ item: { group, applicant } }: { item: WorkItem }) =>
  group === '' ? (
    <None />
  ) : (
    <span className="work-who" title={`${group} · ${applicant}`}>
      {group} · <span lang={langOf(applicant)}>{applicant}</span>
    </span>
  );

export function Step({ item: { step, level, levels } }: { item: WorkItem }) {
  if (step === null) return <None />;
  return (
    <>
      {level !== null && levels !== null && levels > 1 && <span className="work-level">{`${level}/${levels} `}</span>}
      {step}
    </>
  );
}

export const Overdue = ({ item }: { item: WorkItem }) => (item.overdue ? <StateTag look={OVERDUE} /> : null);

/** Waiting time. */
export function Age({ item }: { item: WorkItem }) {
  const t = useT();
  const due = item.dueAt === null ? '' : ` · ${t('bpm.due', { at: exactMoment(item.dueAt).slice(0, -3) })}`;
  return (
    <span className="work-age" title={exactMoment(item.at) + due}>
      {ageText(item.at)} <Overdue item={item} />
    </span>
  );
}

/** Other approvers of the task. */
export function OtherCandidates({ item: { others, othersCount } }: { item: WorkItem }) {
  const t = useT();
  if (othersCount === 0) return <None />;
  const names = joinList(locale(), others);
  return <span title={names}>{othersCount > others.length ? t('bpm.othersMore', { names, count: othersCount }) : names}</span>;
}

const FROM = { SIGN: 'bpm.besides', DECIDE: 'bpm.handed', RETURN: 'bpm.sentBack' } as const;

/** The delegator, the user who transferred the task or asked for a countersignature, and their comment. */
export function HandoverNote({ item: { forName, from } }: { item: WorkItem }) {
  const t = useT();
  const parts: string[] = [];
  if (forName !== null) parts.push(t('bpm.for', { name: forName }));
  if (from !== null) {
    const what = t(FROM[from.kind], { name: from.name });
    parts.push(from.note === null ? what : t('bpm.noted', { what, note: from.note }));
  }
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  return (
    <span className="work-handed" title={text}>
      {text}
    </span>
  );
}

/** Comments of other approvers at the current step. */
export function Opinions({ item: { opinions } }: { item: WorkItem }) {
  const t = useT();
  if (opinions.length === 0) return null;
  return (
    <ul className="work-opinions" aria-label={t('bpm.opinions')}>
      {opinions.map(({ name, decision, comment }, at) => {
        const params = { name, decision: t(`bpm.decision.${decision}`) };
        return <li key={at}>{comment === null ? t('bpm.opinion', params) : t('bpm.opinion.said', { ...params, comment })}</li>;
      })}
    </ul>
  );
}

const STATES: StateLooks<'RUNNING' | 'APPROVED' | 'RETURNED' | 'REJECTED' | 'CANCELED'> = {
  RUNNING: { label: 'bpm.state.RUNNING', tone: 'warning', shape: 'dot' },
  APPROVED: { label: 'bpm.state.APPROVED', tone: 'success', shape: 'check' },
  RETURNED: { label: 'bpm.state.RETURNED', tone: 'warning', shape: 'triangle' },
  REJECTED: { label: 'bpm.state.REJECTED', tone: 'danger', shape: 'cross' },
  CANCELED: { label: 'bpm.state.CANCELED', tone: 'quiet', shape: 'bar' },
};
const DECISIONS: StateLooks<'APPROVE' | 'RETURN' | 'REJECT'> = {
  APPROVE: { label: 'bpm.decision.APPROVE', tone: 'success', shape: 'check' },
  RETURN: { label: 'bpm.decision.RETURN', tone: 'warning', shape: 'triangle' },
  REJECT: { label: 'bpm.decision.REJECT', tone: 'danger', shape: 'cross' },
};

export function State({ item: { state } }: { item: WorkItem }) {
  const look = ({ ...STATES, ...DECISIONS } as Readonly<Record<string, StateLook>>)[state];
  return look ? <StateTag look={look} /> : state;
}

export const Unread = ({ item }: { item: WorkItem }) => (item.readAt === null ? <StateTag look={UNREAD} /> : null);
