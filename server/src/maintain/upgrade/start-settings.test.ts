// The settings that the upgrade page prints.
import { expect, test } from 'vitest';
import { listStartSettings } from './start-settings.ts';

test('[security 54] the variables of this start are listed, and secrets by name only', () => {
  const env = {
    PORT: '4742',
    HOST: '',
    MIN_FREE_MB: '300',
    BACKUP_DIR: '/mnt/backups of kuwei',
    HOME: '/root',
    DATABASE_URL: 'postgres://kuwei:hidden@db/kuwei',
    BACKUP_KEY: 'hidden-hidden-hidden-hidden',
    METRICS_TOKEN: 'hidden-hidden-hidden',
    SYS_NIGHTLY_PEOPLE_URL: 'https://idm.example.edu/people?token=hidden',
  };
  const { shown, secret } = listStartSettings(env, '/var/lib/kuwei');
  expect(Object.fromEntries(shown.map(({ name, value }) => [name, value]))).toEqual({
    PORT: '4742',
    DATA_DIR: '/var/lib/kuwei',
    MIN_FREE_MB: '300',
    BACKUP_DIR: '/mnt/backups of kuwei',
  });
  expect(secret.toSorted()).toEqual(['BACKUP_KEY', 'DATABASE_URL', 'METRICS_TOKEN', 'SYS_NIGHTLY_PEOPLE_URL']);
  expect(JSON.stringify([shown, secret])).not.toContain('hidden');
});
