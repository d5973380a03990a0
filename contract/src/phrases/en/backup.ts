// What backups are called by what made them, and what is wrong with one, in English: on their page, in the log, and in messages.
export const backup = {
  'backup.kind.AUTO': 'Scheduled',
  'backup.kind.MANUAL': 'Manual',
  'backup.kind.PRE_UPGRADE': 'Before an upgrade',
  'backup.kind.PRE_RESTORE': 'Before a restore',
  'backup.kind.UPLOAD': 'From elsewhere',
  'backup.fault.NO_ROOM': 'The disk is full: it was not finished',
  'backup.fault.CUT': 'The program stopped before it was finished',
  'backup.fault.FAILED': 'The program failed ({detail}); its log says more',
  'backup.fault.MISSING': 'The file of the backup is missing',
  'backup.fault.NOT_A_BACKUP': 'This is not a backup of this system',
  'backup.fault.KEY_MISSING': 'The backup is encrypted, and the server operator has not given a key (BACKUP_KEY)',
  'backup.fault.KEY_WRONG': 'The backup is encrypted with another key: the server operator can give it in BACKUP_KEYS_BEFORE',
  'backup.fault.BROKEN': 'The file is not complete, or was changed',
  'backup.fault.EXTRA': 'The backup holds what does not belong there: {name}',
  'backup.fault.FORMAT': 'The format of the backup ({format}) is newer than this program: restore it with a newer version',
  'backup.fault.NEWER':
    'The backup was made by a newer version ({version}), with the migration {migration}, which this program does not have: upgrade the program first',
  'backup.fault.EDITED': 'The migration {migration} of the backup differs from the one of this program',
  'backup.fault.OTHER_SITE':
    'The backup is of another installation: its ledger is sealed with the key {site}, this one with {here}. To move it here, bring its ledger key along first',
  'backup.fault.FORGED': 'The signature of the backup is not valid: this installation did not make it, or it was changed',
  'backup.fault.TABLES': 'The tables of the backup do not fit its version: {names}',
  'backup.fault.ROWS': 'Once restored, the table {table} differs from the backup',
  'backup.fault.REFUSED': 'The database refuses what the backup has for the table {table}: {detail}',
  'backup.fault.LEDGER': 'Once restored, the ledger does not hold ({count} found), the first one: {first}',
  'backup.fault.FILES': 'Files are missing or not as they were stored ({count} found), the first one: {first}',
  'backup.fault.OLDER':
    'The backup is older than the last version {version}, the oldest that this program restores: restore it with that version, then upgrade',
  'backup.fault.BUSY': 'Changes or jobs that are under way did not come to an end: try again later',
  'backup.fault.CANCELLED': 'The restore was given up; nothing has changed',
  'backup.fault.NO_SCRATCH': 'There is no database to try it in ({detail})',
} as const;
