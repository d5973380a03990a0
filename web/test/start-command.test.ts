// The command that starts the next version.
import { expect, test } from 'vitest';
import { startCommand } from '../src/sysbase/maintain/upgrade/start-command.ts';

test('has the settings of this start, quoted for a shell', () => {
  const settings = [
    { name: 'PORT', value: '4742' },
    { name: 'BACKUP_DIR', value: "/mnt/o'brien backups" },
  ];
  expect(startCommand('/opt/kuwei-next', settings)).toBe(
    `cd /opt/kuwei-next && PORT=4742 BACKUP_DIR='/mnt/o'\\''brien backups' npm start`,
  );
});
