// Backups, newest first: origin, state, and size.
import { BACKUP_KINDS, BACKUP_STATES, maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { useT } from '../../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../../table/filter/choice.tsx';
import { listOf } from '../../../table/list-types.ts';
import { fileSize, grouped } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';
import { StateTag, type StateLook, type StateLooks } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';

const looks: StateLooks<Backup['state'] | 'FAULTY' | 'MISSING'> = {
  RUNNING: { label: 'backup.state.RUNNING', tone: 'info', shape: 'half' },
  UPLOADING: { label: 'backup.state.UPLOADING', tone: 'info', shape: 'half' },
  READY: { label: 'backup.state.READY', tone: 'info', shape: 'dot' },
  FAULTY: { label: 'backup.state.FAULTY', tone: 'danger', shape: 'triangle' },
  MISSING: { label: 'backup.state.MISSING', tone: 'danger', shape: 'cross' },
  VERIFIED: { label: 'backup.state.VERIFIED', tone: 'success', shape: 'check' },
  FAILED: { label: 'backup.state.FAILED', tone: 'danger', shape: 'cross' },
};
/** A backup that failed verification is as good as failed, and so is one without its file. */
export const backupLook = ({ state, fault }: Backup): StateLook =>
  looks[fault?.code === 'MISSING' && state !== 'FAILED' ? 'MISSING' : state === 'READY' && fault ? 'FAULTY' : state];

export function BackupActor({ of: { by } }: { of: Backup }) {
  const t = useT();
  return by ?? t('backup.system');
}

function KindName({ of: { kind } }: { of: Backup }) {
  return useT()(`backup.kind.${kind}`);
}

const count = (value: number | null) => (value === null ? <None /> : grouped(String(value)));

export const backupList = listOf(maintainRoutes.listBackups, {
  name: 'sysbase.maintain.bak',
  sort: '-createdAt',
  search: 'backup.search',
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'createdAt',
      title: 'backup.column.createdAt',
      sort: 'createdAt',
      descFirst: true,
      card: 'title',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'kind',
      title: 'backup.column.kind',
      card: 'fact',
      cell: (backup) => <KindName of={backup} />,
    },
    {
      key: 'state',
      title: 'backup.column.state',
      card: 'state',
      cell: (backup) => <StateTag look={backupLook(backup)} />,
    },
    {
      key: 'size',
      title: 'backup.column.size',
      sort: 'size',
      descFirst: true,
      align: 'right',
      card: 'fact',
      cell: ({ size }) => (size === null ? <None /> : fileSize(size)),
    },
    { key: 'rows', title: 'backup.column.rows', align: 'right', card: 'fact', cell: ({ rows }) => count(rows) },
    { key: 'files', title: 'backup.column.files', align: 'right', cell: ({ files }) => count(files) },
    {
      key: 'verifiedAt',
      title: 'backup.column.verifiedAt',
      card: 'fact',
      cell: ({ verifiedAt }) => (verifiedAt === null ? <None /> : <When at={verifiedAt} />),
    },
    { key: 'by', title: 'backup.column.by', card: 'fact', cell: (backup) => <BackupActor of={backup} /> },
    { key: 'version', title: 'backup.column.version', cell: ({ version }) => version ?? <None /> },
    {
      key: 'name',
      title: 'backup.column.name',
      width: 'grow',
      cell: ({ name }) => <span className="kw-code">{name}</span>,
      copy: ({ name }) => name,
    },
  ],
  filters: [
    choice({ name: 'kind', label: 'backup.column.kind', useOptions: phraseOptions('backup.kind', BACKUP_KINDS) }),
    choice({ name: 'state', label: 'backup.column.state', useOptions: phraseOptions('backup.state', BACKUP_STATES) }),
  ],
});
